/** Where a database is: a connection string, or a socket directory of the embedded server. */
export type DatabaseAddress =
	| { connectionString: string }
	| { host: string; port?: number; user: string; database: string };
