-- Where the token of an OAuth entry may be sent; null: anywhere.
alter table oauth add column allowed_hosts text[];
