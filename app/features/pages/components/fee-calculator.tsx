import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { planNames } from '#app/lib/plan-names.ts';
import { TextField } from '#app/ui/text-field.tsx';
import { textToMoney } from '#shared/lib/money-text.ts';
import { estimate, PLAN_CURRENCY } from '#shared/rules/plans.ts';

/** A whole number of a field, between bounds; nothing typed is the lowest. */
const readNumber = (typed: string, max: number) => Math.min(max, Math.max(0, Math.floor(Number(typed) || 0)));

/** The monthly price of each plan; for where plans are charged. */
export function FeeCalculator() {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const [tickets, setTickets] = useState('200');
	const [price, setPrice] = useState('15');
	const [largest, setLargest] = useState('120');
	const priceMinor = Math.min(1_000_000, textToMoney(price, PLAN_CURRENCY) ?? 0);
	const results = estimate({
		tickets: readNumber(tickets, 1_000_000),
		priceMinor,
		largestEvent: readNumber(largest, 1_000_000),
	});
	const money = (minor: number) => formats.money(minor, PLAN_CURRENCY);
	return (
		<section aria-labelledby="calculator" className="rounded-xl border bg-surface p-5 md:p-8">
			<h2 id="calculator" className="text-lg font-semibold">
				<Trans>Estimate your fees</Trans>
			</h2>
			<div className="controls-lg mt-5 grid gap-4 sm:grid-cols-3">
				<TextField
					label={t`Paid tickets per month`}
					inputMode="numeric"
					value={tickets}
					onChange={(event) => setTickets(event.target.value)}
				/>
				<TextField
					label={t`Ticket price`}
					inputMode="decimal"
					suffix={PLAN_CURRENCY}
					value={price}
					onChange={(event) => setPrice(event.target.value)}
				/>
				<TextField
					label={t`Guests at your largest event`}
					inputMode="numeric"
					value={largest}
					onChange={(event) => setLargest(event.target.value)}
				/>
			</div>
			<ul aria-live="polite" className="mt-6 grid gap-3 md:grid-cols-3">
				{results.map(({ plan, feesMinor, totalMinor, fits }, index) => (
					<li
						key={plan.id}
						className={`rounded-lg border p-4 ${index === 0 && fits ? 'border-ink' : ''} ${fits ? '' : 'text-muted'}`}
					>
						<p className="text-sm font-medium">
							{i18n._(planNames[plan.id])}
							{index === 0 && fits ? ` · ${t`cheapest`}` : null}
						</p>
						<p className="mt-1 text-xl font-semibold tabular-nums">{money(totalMinor)}</p>
						<p className="text-compact text-muted">
							{fits ? (
								<Trans>
									{money(plan.priceMinor)} plan, {money(feesMinor)} fees
								</Trans>
							) : (
								<Trans>Your largest event exceeds this plan</Trans>
							)}
						</p>
					</li>
				))}
			</ul>
			<p className="mt-4 text-compact text-muted">
				<Trans>Estimate only. Payment processing fees are extra.</Trans>
			</p>
		</section>
	);
}
