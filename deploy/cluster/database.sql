-- Once, by the superuser, on the primary: psql -h 10.0.0.5 -U postgres -f database.sql
create role shop login password 'change-me';
create database shop owner shop;
