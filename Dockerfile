# docker build --build-arg BASE=node:22-slim -t anp .
# docker run --rm -v "$PWD:/work:ro" anp lint .
#
# BASE is an image with Node 20.19 or newer, npm and no default: which one, and by which digest, is yours to say.
ARG BASE
FROM ${BASE} AS build
WORKDIR /src
COPY . .
RUN npm pack --pack-destination /tmp \
  && npm install --global --prefix /opt/anp --ignore-scripts --offline /tmp/anp-*.tgz

FROM ${BASE}
COPY --from=build /opt/anp /opt/anp
ENV PATH=/opt/anp/bin:$PATH
# Nobody's number, so that no image has to know the name.
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["anp"]
CMD ["--help"]
