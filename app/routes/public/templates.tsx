import { useLingui } from '@lingui/react/macro';
import { CreateEventScreen } from '#app/features/events/components/create/create-event-screen.tsx';
import { FoldedFields } from '#app/features/events/components/create/folded-fields.tsx';
import { TemplateGallery } from '#app/features/templates/components/template-gallery.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { listTemplates } from '#shared/contracts/templates.ts';
import type { Route } from './+types/templates';

export const headers = publicPageHeaders(300);
export const handle = publicPageHandle();

/** The ready templates, the same for everybody; own ones are read by the browser of who is signed in. */
export async function loader(args: Route.LoaderArgs) {
	const { data } = await serverApi(args).call(listTemplates, {});
	return { ready: data };
}

/** /templates: what is being planned, with or without a template, and the form that makes it. */
export default function TemplatesPage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<>
			<PublicHead
				path="/templates"
				imageUrl={pictureOf('create-event')}
				title={t`Templates`}
				description={t`Weddings, conferences, concerts, fairs: start an event with its page, tickets and questions ready.`}
			/>
			<CreateEventScreen
				details={FoldedFields}
				gallery={(choice) => <TemplateGallery ready={loaderData.ready} {...choice} />}
			/>
		</>
	);
}
