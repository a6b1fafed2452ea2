-- How often the next event was rejected: attempts count outages too, which say nothing about the event.
alter table lineage_sending add column rejections integer not null default 0;
