-- A branch that is published automatically stays set up when the user or credential that requested it is deleted: its
-- environment went on with an old version, and nothing said why.
-- Older servers: skip the branches that they would have forgotten.
alter table repository_publication
  alter column principal_id drop not null,
  drop constraint repository_publication_principal_id_fkey,
  add foreign key (principal_id) references principal on delete set null;
