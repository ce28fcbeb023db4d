import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Money } from '#app/ui/money.tsx';
import type { Agreement } from '#shared/contracts/agreements.ts';

/** What is given each month, to whom, and when the card is charged next. */
export function GiftCard({ gift }: { gift: Agreement }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { event, currency, state } = gift;
	const money = (minor: number) => formats.money(minor, currency);
	const next = gift.nextAt ? formats.date(gift.nextAt, event.timeZone) : '';
	const total = money(gift.givenMinor);
	return (
		<section
			aria-labelledby="monthly-gift"
			className="flex flex-col gap-4 rounded-xl border border-hairline bg-surface p-5"
		>
			<div className="flex flex-wrap items-center gap-2">
				<h2 id="monthly-gift" className="text-lg font-semibold [overflow-wrap:anywhere]">
					{event.title}
				</h2>
				{state === 'paused' ? <Badge variant="outline">{t`Paused`}</Badge> : null}
				{state === 'past_due' ? <Badge variant="outline">{t`Payment needed`}</Badge> : null}
				{state === 'ended' ? <Badge variant="outline">{t`Ended`}</Badge> : null}
				{gift.isTest ? <Badge variant="outline">{t`Test mode`}</Badge> : null}
			</div>
			<p className="flex items-baseline gap-2">
				<Money className="text-3xl font-semibold">{money(gift.amountMinor)}</Money>
				<span className="text-muted">
					<Trans>each month</Trans>
				</span>
			</p>
			<DescriptionList
				facts={[
					[t`Card fees you cover`, gift.coverMinor > 0 ? money(gift.coverMinor) : ''],
					[t`To`, event.organiserName],
					[state === 'paused' ? t`Resumes` : t`Next charge`, state === 'past_due' ? '' : next],
					[t`Card`, gift.card ? `${gift.card.brand} •••• ${gift.card.last4}` : ''],
					[t`Since`, formats.date(gift.startedAt, event.timeZone)],
				]}
			/>
			<p className="text-sm text-muted">
				<Plural
					value={gift.gifts}
					_0="No donation has arrived yet."
					one={`1 donation so far: ${total}`}
					other={`# donations so far: ${total}`}
				/>
			</p>
		</section>
	);
}
