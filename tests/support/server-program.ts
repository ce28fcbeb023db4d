/** The server as `npm start` runs it, without the pages, which need a build, and with faults that its parent can order. */
import './server-faults.ts';
import { flushCompileCache } from 'node:module';
import { getRequestListener } from '@hono/node-server';
import { pollers } from '#server/domain/modules.ts';
import { createHttpApp } from '#server/http/app.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { runProcess } from '#server/start/process.ts';
import { startServer } from '#server/start/server.ts';

// One that is killed would leave nothing to the next.
flushCompileCache();
const prompt = JSON.parse(process.env.TEST_PROMPT ?? '[]') as string[];
for (const poller of [factPoller, ...pollers]) if (prompt.includes(poller.name)) poller.idleMs = 50;
await runProcess((stopping) =>
	startServer(stopping, async ({ services, isReady }) => ({
		listener: getRequestListener(createHttpApp(services, { isReady }).fetch, {
			overrideGlobalObjects: false,
		}),
		close: async () => {},
	})),
);
