-- Edges of an asset by environment, so that those of environments that a caller does not see cost nothing.
-- About 15 s for a million edges, in which lineage is neither recorded nor read.
-- Older servers: their `on conflict` names the same columns, in whatever order the key has them.

alter table asset_edge drop constraint asset_edge_pkey;
alter table asset_edge add primary key (from_id, environment_id, to_id, pipeline_name, component_name);
drop index asset_edge_to;
create index asset_edge_to on asset_edge (to_id, environment_id, from_id, pipeline_name, component_name);
