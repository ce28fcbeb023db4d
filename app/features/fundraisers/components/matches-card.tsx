import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { useFormats } from '#app/lib/format.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DateTimeField } from '#app/ui/date-time-field.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Form } from '#app/ui/form.tsx';
import { Money } from '#app/ui/money.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { DonationMatch } from '#shared/contracts/fundraisers.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import { resolveWallTime, wallTimeOf } from '#shared/rules/event-times.ts';
import { MAX_MATCH_RATIO, MAX_MATCHES } from '#shared/rules/fundraisers.ts';
import { useMatchActions } from '../api.ts';

/** The sponsors who match donations: how far their caps are used, and what they have paid. */
export function MatchesCard(props: { event: PublicEvent; currency: string; matches: DonationMatch[] }) {
	const { t } = useLingui();
	const { event, currency, matches } = props;
	const permissions = event.organisation?.permissions ?? [];
	const canEdit = permissions.includes('fundraiser.edit');
	const [open, setOpen] = useState<{ dialog: 'sponsor' | 'paid'; match: DonationMatch | null } | null>(null);
	const close = () => setOpen(null);
	return (
		<Card
			title={<span className="text-lg">{t`Matching`}</span>}
			description={t`Sponsors who add to every donation, up to a cap. It counts as raised once the sponsor has paid.`}
			actions={
				canEdit && matches.length < MAX_MATCHES ? (
					<Button variant="outline" icon={Plus} onClick={() => setOpen({ dialog: 'sponsor', match: null })}>
						{t`Add sponsor`}
					</Button>
				) : null
			}
		>
			{matches.length === 0 ? (
				<p className="text-sm text-muted">
					<Trans>No sponsors yet.</Trans>
				</p>
			) : (
				<ul className="flex flex-col divide-y divide-hairline">
					{matches.map((match) => (
						<Sponsor
							key={match.id}
							event={event}
							match={match}
							onChange={canEdit ? () => setOpen({ dialog: 'sponsor', match }) : undefined}
							onPaid={
								permissions.includes('orders.manage') ? () => setOpen({ dialog: 'paid', match }) : undefined
							}
						/>
					))}
				</ul>
			)}
			{open?.dialog === 'sponsor' ? (
				<SponsorDialog event={event} currency={currency} match={open.match} onClose={close} />
			) : null}
			{open?.dialog === 'paid' && open.match ? (
				<PaidDialog event={event} match={open.match} onClose={close} />
			) : null}
		</Card>
	);
}

function Sponsor(props: {
	event: PublicEvent;
	match: DonationMatch;
	onChange: (() => void) | undefined;
	onPaid: (() => void) | undefined;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const attempt = useAttempt();
	const { event, match, onChange, onPaid } = props;
	const { stop } = useMatchActions(event.id);
	const money = (minor: number) => formats.money(minor, match.currency);
	const percent = formats.number(match.ratioBasisPoints / 100);
	const cap = money(match.capMinor);
	const until = match.endsAt ? formats.dateTime(match.endsAt, event.timeZone) : '';
	return (
		<li className="flex flex-wrap items-start justify-between gap-3 py-4 first:pt-0 last:pb-0">
			<div className="flex min-w-0 flex-col gap-1">
				<p className="flex flex-wrap items-center gap-2 font-medium">
					<span className="[overflow-wrap:anywhere]" dir="auto">
						{match.sponsor}
					</span>
					<StatusBadge tone={match.isOpen ? 'success' : 'neutral'}>
						{match.isOpen ? t`Matching` : match.usedMinor >= match.capMinor ? t`Cap reached` : t`Ended`}
					</StatusBadge>
				</p>
				<p className="text-compact text-muted">
					{until
						? t`${percent}% of each donation, up to ${cap}, until ${until}`
						: t`${percent}% of each donation, up to ${cap}`}
				</p>
				<p className="flex flex-wrap gap-x-4 text-sm">
					<span>
						<Trans>
							Matched <Money>{money(match.usedMinor)}</Money>
						</Trans>
					</span>
					<span>
						<Trans>
							Paid <Money>{money(match.receivedMinor)}</Money>
						</Trans>
					</span>
				</p>
			</div>
			<div className="flex flex-wrap gap-2">
				{onPaid && match.usedMinor > 0 ? (
					<Button
						variant="outline"
						size="sm"
						onClick={onPaid}
						aria-label={t`Record payment of ${match.sponsor}`}
					>
						{t`Record payment`}
					</Button>
				) : null}
				{onChange ? (
					<Button variant="outline" size="sm" onClick={onChange} aria-label={t`Edit ${match.sponsor}`}>
						{t`Edit`}
					</Button>
				) : null}
				{onChange && match.isOpen ? (
					<Button
						variant="outline"
						size="sm"
						isLoading={stop.isPending}
						aria-label={t`Stop matching by ${match.sponsor}`}
						onClick={() => void attempt(stop.mutateAsync(match.id), t`Matching stopped`)}
					>
						{t`Stop`}
					</Button>
				) : null}
			</div>
		</li>
	);
}

/** Adds a sponsor, or changes the name, cap and end of one; the share of what was matched already stays what it was. */
function SponsorDialog(props: {
	event: PublicEvent;
	currency: string;
	match: DonationMatch | null;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { event, match, onClose } = props;
	const currency = match?.currency ?? props.currency;
	const { add, update } = useMatchActions(event.id);
	const keyOf = useKeyOf();
	const [ends, setEnds] = useState(match?.endsAt ? wallTimeOf(match.endsAt, event.timeZone) : null);
	const ratioOf = (typed: string) => {
		const percent = Number(typed.trim().replace(',', '.'));
		return typed.trim() === '' || Number.isNaN(percent) ? null : Math.round(percent * 100);
	};
	const formats = useFormats();
	const used = match ? formats.money(match.usedMinor, currency) : '';
	const form = useFormCall({
		labels: { sponsor: t`Sponsor`, ratioBasisPoints: t`Share of each donation`, capMinor: t`At most` },
		checks: {
			sponsor: (typed) => (typed.trim() === '' ? t`Enter a name.` : undefined),
			ratioBasisPoints: (typed) => {
				const ratio = ratioOf(typed);
				if (match) return undefined;
				return ratio === null || ratio < 1 || ratio > MAX_MATCH_RATIO
					? t`Enter a share between 0.01 and ${MAX_MATCH_RATIO / 100}.`
					: undefined;
			},
			capMinor: (typed) => {
				const minor = textToMoney(typed.trim(), currency);
				if (!minor) return t`Enter an amount.`;
				return match && minor < match.usedMinor ? t`${used} are matched already.` : undefined;
			},
		},
		async send({ sponsor = '', ratioBasisPoints = '', capMinor = '' }) {
			const terms = {
				sponsor: sponsor.trim(),
				capMinor: textToMoney(capMinor.trim(), currency) ?? 0,
				endsAt: ends === null ? null : resolveWallTime(ends, event.timeZone).instant,
			};
			if (match) await update.mutateAsync({ match: match.id, ...terms });
			else {
				const body = { ...terms, ratioBasisPoints: ratioOf(ratioBasisPoints) ?? 0 };
				await add.mutateAsync({ body, key: keyOf(body) });
			}
			toast({ variant: 'success', description: match ? t`Sponsor saved` : t`Sponsor added` });
			onClose();
		},
	});
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!form.isPending}
			title={match ? t`Edit sponsor` : t`Add sponsor`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={form.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form="match" isLoading={form.isPending}>
						{match ? t`Save` : t`Add sponsor`}
					</Button>
				</>
			}
		>
			<Form id="match" method="post" errors={form.summary} onSubmit={form.submit}>
				<TextField
					label={t`Sponsor`}
					name="sponsor"
					maxLength={120}
					autoComplete="off"
					dir="auto"
					defaultValue={match?.sponsor}
					hint={t`Shown on the fundraiser’s page.`}
					error={form.errorOf('sponsor')}
				/>
				<div className="grid gap-5 sm:grid-cols-2">
					{match ? null : (
						<TextField
							label={t`Share of each donation`}
							name="ratioBasisPoints"
							suffix="%"
							inputMode="decimal"
							autoComplete="off"
							defaultValue="100"
							hint={t`100% doubles it.`}
							error={form.errorOf('ratioBasisPoints')}
						/>
					)}
					<TextField
						label={t`At most`}
						name="capMinor"
						prefix={currency}
						inputMode="decimal"
						autoComplete="off"
						defaultValue={match ? moneyToText(match.capMinor, currency) : undefined}
						hint={match ? t`${used} are matched already.` : undefined}
						error={form.errorOf('capMinor')}
					/>
				</div>
				<DateTimeField
					label={t`Until`}
					isOptional
					value={ends}
					onChange={setEnds}
					error={form.errorOf('endsAt')}
					hint={t`Blank = until the cap is reached`}
				/>
			</Form>
		</Dialog>
	);
}

function PaidDialog(props: { event: PublicEvent; match: DonationMatch; onClose: () => void }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { event, match, onClose } = props;
	const { receive } = useMatchActions(event.id);
	const used = formats.money(match.usedMinor, match.currency);
	const form = useFormCall({
		labels: { receivedMinor: t`Paid in all` },
		checks: {
			receivedMinor: (typed) =>
				textToMoney(typed.trim(), match.currency) === null ? t`Enter an amount, like 12.50.` : undefined,
		},
		async send({ receivedMinor = '' }) {
			const minor = textToMoney(receivedMinor.trim(), match.currency) ?? 0;
			await receive.mutateAsync({ match: match.id, receivedMinor: minor });
			toast({ variant: 'success', description: t`Payment recorded` });
			onClose();
		},
	});
	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!form.isPending}
			title={t`Payment of ${match.sponsor}`}
			description={t`${used} were matched. What was paid counts as raised and is booked to your bank account.`}
			footer={
				<>
					<Button variant="outline" onClick={onClose} isDisabled={form.isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button type="submit" form="match-paid" isLoading={form.isPending}>
						{t`Save`}
					</Button>
				</>
			}
		>
			<Form id="match-paid" method="post" errors={form.summary} onSubmit={form.submit}>
				<TextField
					label={t`Paid in all`}
					name="receivedMinor"
					prefix={match.currency}
					inputMode="decimal"
					autoComplete="off"
					defaultValue={moneyToText(match.receivedMinor || match.usedMinor, match.currency)}
					error={form.errorOf('receivedMinor')}
				/>
			</Form>
		</Dialog>
	);
}
