import type { Services } from '../services.ts';
import { demoContent, demoPassword } from './content.ts';
import { hasDemo } from './load-demo.ts';

/** The demo sign-ins, printed at each start while the demo is loaded. */
export async function demoNotice(services: Services): Promise<string | null> {
	if (!(await hasDemo(services))) return null;
	const addresses = demoContent.map(({ owner }) => owner.email).join(', ');
	return `Demo sign-ins: ${addresses}; password ${demoPassword}. Remove the demo with: npm run -s foyer -- demo remove`;
}
