import { runProcess } from './start/process.ts';
import { startServer } from './start/server.ts';

await runProcess((stopping) => startServer(stopping));
