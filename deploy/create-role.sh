#!/bin/sh
# Runs once, in an empty volume: the program's role owns its database and is no superuser. The superuser keeps no
# password: it logs in only inside the container.
set -eu
psql --username=postgres --dbname=postgres --set=ON_ERROR_STOP=1 --set=password="$STILLWATER_PASSWORD" <<'SQL'
create role stillwater login password :'password';
create database stillwater owner stillwater;
alter role postgres password null;
SQL
