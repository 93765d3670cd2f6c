-- Words are computed anew piece by piece, by a job.
DROP FUNCTION IF EXISTS rebuild_search();
