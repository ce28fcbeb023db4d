import {
	connectionDisabled,
	connectionFailing,
	mailingListStopped,
} from '#server/emails/integrations/connection.ts';
import type { Services } from '#server/services.ts';
import { source } from './source.ts';

const loadWith =
	(path: string) =>
	async ({ config }: Services, ref: { name: string; host: string }) => ({
		...ref,
		link: `${config.appUrl}${path}`,
	});
const load = loadWith('/integrations');

export const connectionFailingSource = source({ template: connectionFailing, load });
export const connectionDisabledSource = source({ template: connectionDisabled, load });
export const mailingListStoppedSource = source({
	template: mailingListStopped,
	load: loadWith('/integrations#mailing-lists'),
});
