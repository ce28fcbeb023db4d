import { afterEach } from 'vitest';
import { type MailServer, startMailServer } from './mail-server.ts';

/** Mail servers that end with their test. */
export function useMailServers(): typeof startMailServer {
	const open: MailServer[] = [];
	afterEach(async () => {
		for (const server of open.splice(0)) await server.close();
	});
	return async (options) => {
		const server = await startMailServer(options);
		open.push(server);
		return server;
	};
}
