// Where pages are.  A server has a path for each.  A folder of files has one file for all of them:
// there, the path follows a question mark.

export const SERVERLESS = document.querySelector('meta[name="serverless"]') !== null;

export function address(path) {
  if (!SERVERLESS || !path.startsWith("/")) return path;
  const [, page, hash] = /^\/([^#]*)(#.*)?$/s.exec(path);
  return `${location.pathname}${page ? `?${page}` : ""}${hash ?? ""}`;
}

// The path of a place or of a link.
export const pathOf = (place) => (SERVERLESS ? `/${place.search.slice(1)}` : place.pathname);

// Does a link lead to one of our pages, rather than to a file?
export const isPage = (link) =>
  link.origin === location.origin && (SERVERLESS ? link.pathname === location.pathname : !/^\/(api|front)/.test(link.pathname));

// In a folder of files, links are written anew as they appear, so that pages need not care.
if (SERVERLESS) {
  const rewrite = (link) => {
    const path = link.getAttribute("href");
    const done = /^[?#]|^$/.test(path?.startsWith(location.pathname) ? path.slice(location.pathname.length) : "/");
    if (path?.startsWith("/") && !done) link.setAttribute("href", address(path));
  };
  const all = (node) => node.querySelectorAll?.('a[href^="/"]').forEach(rewrite);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "attributes") target.matches("a") && rewrite(target);
      else for (const node of addedNodes) node.matches?.("a") ? rewrite(node) : all(node);
    }
  }).observe(document.documentElement, { subtree: true, childList: true, attributeFilter: ["href"] });
  all(document);
}
