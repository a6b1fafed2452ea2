-- The key that secrets are encrypted with, itself encrypted under the master key: another master key means another
-- wrapping of this one value. Null: the master key of the first start serves as that key until it is changed.
alter table installation add column data_key_encrypted bytea;
