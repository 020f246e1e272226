"""The playground: pages in the browser, and the JSON interface that they are made with."""
