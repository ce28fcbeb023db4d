import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { SanitisedHtml } from '#app/lib/sanitised-html.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { type Fundraiser, type FundraiserUpdate, listUpdates } from '#shared/contracts/fundraisers.ts';

/** What the organiser says about the fundraiser, newest first; nothing where nothing was said. */
export function FundraiserUpdates({ fundraiser, timeZone }: { fundraiser: Fundraiser; timeZone: string }) {
	const formats = useFormats();
	const errorText = useErrorText();
	const [all, setAll] = useState<FundraiserUpdate[] | null>(null);
	const [isLoading, setLoading] = useState(false);
	const [error, setError] = useState<unknown>(null);
	/** Where the next page begins; null: there is none. */
	const [cursor, setCursor] = useState<string | null>('');
	const rows = all ?? fundraiser.updates;
	async function load() {
		setLoading(true);
		setError(null);
		try {
			const { data, nextCursor } = await publicApi.call(listUpdates, {
				params: { event: fundraiser.eventId },
				query: { limit: '20', ...(cursor && { cursor }) },
				hasBearer: false,
			});
			setAll([...(all ?? []), ...data]);
			setCursor(nextCursor);
		} catch (failed) {
			setError(failed);
		} finally {
			setLoading(false);
		}
	}
	if (rows.length === 0) return null;
	return (
		<section aria-labelledby="updates" className="flex flex-col gap-3">
			<h2 id="updates" className="text-xl font-semibold">
				<Trans>Updates</Trans>
			</h2>
			<ul className="flex flex-col divide-y divide-hairline">
				{rows.map((row) => (
					<li key={row.id} className="flex flex-col gap-1 py-4 first:pt-0">
						<h3 className="font-medium [overflow-wrap:anywhere]" dir="auto">
							{row.title}
						</h3>
						<p className="text-compact text-muted">{formats.date(row.createdAt, timeZone)}</p>
						<SanitisedHtml
							html={row.bodyHtml}
							className="prose max-w-measure [overflow-wrap:anywhere]"
							dir="auto"
						/>
					</li>
				))}
			</ul>
			{error ? <Callout tone="danger">{errorText(error)}</Callout> : null}
			{cursor !== null && fundraiser.updateCount > rows.length ? (
				<div className="needs-script">
					<ShowMore hasMore isLoading={isLoading} onMore={() => void load()} />
				</div>
			) : null}
		</section>
	);
}
