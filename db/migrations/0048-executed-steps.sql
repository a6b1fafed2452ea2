-- What a step was executed with, as its runner reported it: resolved parameters and statements, secrets masked.
-- Text, because nothing asks for a part of it. Older servers: they neither write nor read it.
alter table step add column executed text;
