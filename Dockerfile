# The service: docker build --tag multiplane . && docker run --publish 127.0.0.1:8013:8013 multiplane
# Models of your own: --volume "$PWD/models:/models:ro" multiplane serve --model la_proiel …
FROM python:3.13-slim-bookworm AS build
WORKDIR /build
COPY requirements/serve.lock requirements/serve.lock
RUN python -m venv /opt/multiplane \
 && /opt/multiplane/bin/pip install --no-cache-dir --require-hashes --only-binary :all: \
    --requirement requirements/serve.lock
COPY pyproject.toml README.md LICENSE ./
COPY src src
# Built by the hatchling of the lock; nobody needs it, or pip, afterwards.
RUN /opt/multiplane/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
 && /opt/multiplane/bin/pip uninstall --yes editables hatchling pip

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --create-home multiplane \
 && install --directory --owner multiplane /cache /models
COPY --from=build /opt/multiplane /opt/multiplane
# What is compiled on the machine where it runs is kept in the volume /cache.
ENV PATH="/opt/multiplane/bin:$PATH" \
    PYTHONDONTWRITEBYTECODE=1 \
    NUMBA_CACHE_DIR=/cache \
    MULTIPLANE_MODELS=/models
VOLUME ["/cache"]
USER 10001
EXPOSE 8013
HEALTHCHECK --interval=30s --timeout=5s --start-period=5m --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8013/health/ready', timeout=4)"]
ENTRYPOINT ["multiplane"]
CMD ["serve", "--host", "0.0.0.0", "--no-browser"]
