#!/bin/sh
# Puts `ssimulacra2` of Debian 13 (package libjxl-devtools) with the libraries that it needs into one folder, and prints the
# path of a program that starts it. Debian 12 has no such tool. apt reads its own source list, state and cache in that folder:
# nothing is installed and the system's apt is not changed. Needs apt, dpkg-deb, Debian's keyring and the network, once.
# Usage: ssimulacra2.sh FOLDER
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)
program=$folder/ssimulacra2
if [ -x "$program" ]; then
  echo "$program"
  exit
fi
architecture=$(dpkg --print-architecture)
mkdir -p "$folder/etc" "$folder/lists/partial" "$folder/cache/archives/partial" "$folder/root"
: > "$folder/status"
cat > "$folder/etc/sources.list" <<SOURCES
deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main
SOURCES
private_apt() {
  apt-get -qq \
    -o Dir::Etc::SourceList="$folder/etc/sources.list" -o Dir::Etc::SourceParts=/dev/null \
    -o Dir::State="$folder" -o Dir::State::Lists="$folder/lists" -o Dir::State::Status="$folder/status" \
    -o Dir::Cache="$folder/cache" -o APT::Architecture="$architecture" -o APT::Install-Recommends=false \
    -o APT::Sandbox::User=root -o Debug::NoLocking=1 "$@"
}
private_apt update >&2
# The state says that nothing is installed, so this also fetches libc and the loader that the program was built for.
private_apt install --download-only --yes libjxl-devtools >&2
for package in "$folder"/cache/archives/*.deb; do
  dpkg-deb --extract "$package" "$folder/root"
done
rm -rf "$folder/lists" "$folder/cache"
loader=$(find "$folder/root" -name 'ld-linux*.so*' | head -n 1)
libraries=$(find "$folder/root" -name '*.so.*' -exec dirname {} + | sort -u | tr '\n' ':')
cat > "$program.new" <<PROGRAM
#!/bin/sh
exec "$loader" --library-path "$libraries" "$folder/root/usr/bin/ssimulacra2" "\$@"
PROGRAM
chmod +x "$program.new"
mv "$program.new" "$program"
echo "$program"
