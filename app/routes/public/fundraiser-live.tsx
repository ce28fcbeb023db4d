import { useLingui } from '@lingui/react/macro';
import { LiveScreen } from '#app/features/orders/live-total/live-screen.tsx';
import { linkPageHeaders } from '#app/lib/public-page.ts';
import { serverApi } from '#app/lib/server-api.ts';
import { PageTitle } from '#app/shell/page-title.tsx';
import { getLiveTotal } from '#shared/contracts/fundraiser-live.ts';
import type { Route } from './+types/fundraiser-live';

export function loader({ context, request, params }: Route.LoaderArgs) {
	return serverApi({ context, request }).call(getLiveTotal, { params: { event: params.event } });
}

export const headers = linkPageHeaders;

/** /fundraisers/:event/live: what a fundraiser has raised, for a big screen in the room. */
export default function FundraiserLivePage({ loaderData }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<>
			<PageTitle title={`${t`Live total`}: ${loaderData.event.title}`} />
			<meta name="robots" content="noindex" />
			<LiveScreen key={loaderData.event.id} first={loaderData} />
		</>
	);
}
