import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import type { SupporterPageCard } from '#shared/contracts/fundraisers.ts';
import { listSupporterPages } from '#shared/contracts/supporter-pages.ts';
import type { LeaderboardOrder } from '#shared/rules/fundraisers.ts';

interface Cards {
	data: SupporterPageCard[];
	nextCursor: string | null;
}

/** Pages or teams in the order of what they have raised, with a way to see more of them. */
export function Leaderboard(props: {
	eventId: string;
	/** Of links to them: `/register/{event}`. */
	path: string;
	currency: string;
	kind: SupporterPageCard['kind'];
	/** Only pages of this team. */
	team?: string;
	label: string;
	first: Cards;
}) {
	const { eventId, kind, team, first } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const errorText = useErrorText();
	const [more, setMore] = useState<Cards | null>(null);
	const [isLoading, setLoading] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const [by, setBy] = useState<LeaderboardOrder>('raised');
	const { data, nextCursor } = more ?? first;
	/** More of the list, or the list anew in another order. */
	async function load(order: LeaderboardOrder) {
		const isAnew = order !== by;
		setLoading(true);
		setError(null);
		try {
			const next = await publicApi.call(listSupporterPages, {
				params: { event: eventId },
				query: {
					...{ kind, limit: isAnew ? '5' : '20', by: order },
					...(team && { team }),
					...(nextCursor && !isAnew && { cursor: nextCursor }),
				},
				hasBearer: false,
			});
			setBy(order);
			const before = isAnew ? [] : data;
			// Who was overtaken meanwhile may come twice.
			const known = new Set(before.map(({ id }) => id));
			setMore({
				data: [...before, ...next.data.filter(({ id }) => !known.has(id))],
				nextCursor: next.nextCursor,
			});
		} catch (failed) {
			setError(failed);
		} finally {
			setLoading(false);
		}
	}
	return (
		<>
			{first.data.length > 1 ? (
				<p className="needs-script flex gap-4 text-sm">
					<OrderButton isOn={by === 'raised'} onPress={() => void load('raised')}>
						<Trans>By amount</Trans>
					</OrderButton>
					<OrderButton isOn={by === 'donations'} onPress={() => void load('donations')}>
						<Trans>By donations</Trans>
					</OrderButton>
				</p>
			) : null}
			<ol aria-label={props.label} className="flex flex-col divide-y divide-hairline">
				{data.map((page, index) => (
					<li key={page.id} className="flex items-baseline gap-3 py-3 first:pt-0">
						<span aria-hidden className="w-6 flex-none text-end text-compact text-muted tabular-nums">
							{formats.number(index + 1)}
						</span>
						<div className="flex min-w-0 flex-1 flex-col gap-1.5">
							<p className="flex items-baseline justify-between gap-3">
								<Link
									to={`${props.path}?for=${page.slug}`}
									className="link min-w-0 font-medium [overflow-wrap:anywhere]"
									dir="auto"
								>
									{page.name}
								</Link>
								<Money>{formats.money(page.raisedMinor, props.currency)}</Money>
							</p>
							<ProgressBar
								label={t`Raised by ${page.name}`}
								isLabelHidden
								tone="event"
								value={Math.min(page.raisedMinor, page.goalMinor)}
								max={page.goalMinor}
							/>
							<p className="text-compact text-muted tabular-nums">
								<Plural value={page.donors} one="# donation" other="# donations" />
							</p>
						</div>
					</li>
				))}
			</ol>
			{error ? <Callout tone="danger">{errorText(error)}</Callout> : null}
			{nextCursor ? (
				<div className="needs-script">
					<ShowMore hasMore isLoading={isLoading} onMore={() => void load(by)} />
				</div>
			) : null}
		</>
	);
}

function OrderButton(props: { isOn: boolean; onPress: () => void; children: ReactNode }) {
	const { isOn, onPress, children } = props;
	return (
		<button
			type="button"
			aria-pressed={isOn}
			className={isOn ? 'py-1 font-medium' : 'link py-1'}
			onClick={isOn ? undefined : onPress}
		>
			{children}
		</button>
	);
}
