# An image with Shoal's packages, on Debian 12:  docker build -t shoal . && docker run --rm -v "$PWD:/work" shoal info app
#
# tools/try-bare --deb carries out the same steps without Docker; it knows FROM, COPY, RUN of one line, and what
# follows the last RUN does not concern it.
FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends git make ca-certificates
COPY . /shoal
RUN make -C /shoal deb

FROM debian:bookworm-slim
COPY --from=build /shoal/build/deb/*.deb /packages/
RUN apt-get update && apt-get install -y --no-install-recommends /packages/libshoal0_*.deb /packages/shoal_*.deb /packages/shoal-hip_*.deb
RUN rm -rf /packages /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["shoal"]
CMD ["help"]
