-- Bundles that nothing names any more are deleted, and deleting one looks for versions that name it. Two seconds for a million
-- versions, of which installations have thousands.
create index artifact_of_bundle on artifact (bundle_id);
