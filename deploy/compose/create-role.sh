#!/bin/sh
# Runs once, with an empty data directory: Laurel's role owns its database, and is no superuser.
set -e
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role laurel login password :'password';
create database laurel owner laurel encoding 'UTF8' locale 'C.UTF-8' template template0;
SQL
