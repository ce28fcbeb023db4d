import type { Config } from '@react-router/dev/config';

export default {
	appDirectory: 'app',
	buildDirectory: 'build',
	ssr: true,
	// The whole route table travels in one immutable asset: no call to the server per page that is linked to.
	routeDiscovery: { mode: 'initial' },
} satisfies Config;
