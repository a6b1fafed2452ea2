-- Runs of a part of a pipeline: the file of the pipeline is kept as the part alone, and these say which part it is.

-- Older servers: they show such an execution without its part, and run it as the part that it is.
alter table unpublished_source add column from_component text;
alter table unpublished_source add column only_component text;
