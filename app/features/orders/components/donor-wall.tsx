import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { type Fundraiser, listWall, type WallEntry } from '#shared/contracts/fundraisers.ts';
import type { SupporterPage } from '#shared/contracts/supporter-pages.ts';
import { useLiveFundraiser } from '../use-live-fundraiser.ts';

/** Who gave, newest first, and what they said; with a supporter, those who gave through their page. */
export function DonorWall(props: {
	fundraiser: Fundraiser;
	supporter: SupporterPage | null;
	timeZone: string;
}) {
	const { supporter, timeZone } = props;
	const fundraiser = useLiveFundraiser(props.fundraiser);
	const { latest, donors } = supporter ?? fundraiser;
	const errorText = useErrorText();
	const [more, setMore] = useState<{ rows: WallEntry[]; next: string | null } | null>(null);
	const [isLoading, setLoading] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const rows = more?.rows ?? latest;
	const hasMore = more ? more.next !== null : donors > latest.length;
	async function load() {
		setLoading(true);
		setError(null);
		try {
			const { data, nextCursor } = await publicApi.call(listWall, {
				params: { event: fundraiser.eventId },
				query: {
					limit: '24',
					...(more?.next ? { cursor: more.next } : {}),
					...(supporter ? { page: supporter.id } : {}),
				},
				hasBearer: false,
			});
			setMore({ rows: [...(more?.rows ?? []), ...data], next: nextCursor });
		} catch (failed) {
			setError(failed);
		} finally {
			setLoading(false);
		}
	}
	if (fundraiser.wall === 'off') return null;
	return (
		<section aria-labelledby="donors" className="flex flex-col gap-3">
			<h2 id="donors" className="text-xl font-semibold">
				<Trans>Donors</Trans>
			</h2>
			{rows.length === 0 ? (
				<p className="text-muted">
					<Trans>No donations yet. Be the first.</Trans>
				</p>
			) : (
				<ul className="grid gap-3 lg:grid-cols-2">
					{rows.map((row) => (
						<Entry key={row.id} row={row} currency={fundraiser.currency} timeZone={timeZone} />
					))}
				</ul>
			)}
			{error ? <Callout tone="danger">{errorText(error)}</Callout> : null}
			{hasMore ? (
				<div className="needs-script">
					<ShowMore hasMore isLoading={isLoading} onMore={() => void load()} />
				</div>
			) : null}
		</section>
	);
}

function Entry({ row, currency, timeZone }: { row: WallEntry; currency: string; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { honour } = row;
	return (
		<li className="flex min-w-0 flex-col gap-1 rounded-lg border border-hairline bg-surface p-4">
			<p className="flex items-baseline justify-between gap-3">
				<span className="min-w-0 font-medium [overflow-wrap:anywhere]" dir="auto">
					{row.name ?? t`Anonymous`}
				</span>
				{row.amountMinor === null ? null : <Money>{formats.money(row.amountMinor, currency)}</Money>}
			</p>
			{honour ? (
				<p className="text-sm [overflow-wrap:anywhere]" dir="auto">
					{honour.kind === 'memory' ? t`In memory of ${honour.name}` : t`In honour of ${honour.name}`}
				</p>
			) : null}
			{row.message ? (
				<p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
					{row.message}
				</p>
			) : null}
			<p className="text-compact text-muted">{formats.date(row.createdAt, timeZone)}</p>
		</li>
	);
}
