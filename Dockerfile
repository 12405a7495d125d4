# The desk of an event: docs/serve.md says how to use it.
#   docker build -t listbuilder-desk .
#   docker run --rm -p 8300:8300 -v ./saturday:/event listbuilder-desk --event /event/event.yaml --url https://lists.example.org
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
RUN python -m venv /app && /app/bin/pip install --no-cache-dir ".[web]"

FROM python:3.13-slim
COPY --from=build /app /app
# It runs as nobody in particular, and writes only into /event.
RUN useradd --create-home --uid 10001 desk && mkdir /event && chown desk /event
USER desk
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1
VOLUME /event
EXPOSE 8300
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8300/', timeout=4)"]
ENTRYPOINT ["listbuilder", "serve", "--host", "0.0.0.0"]
CMD ["--event", "/event/event.yaml"]
