import { Plural, Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Banknote, CreditCard, Landmark } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Icon, type LucideIcon } from '#app/ui/icon.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { DoorShop } from '#shared/contracts/door-sales.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';
import type { DoorWay } from '#shared/rules/door-sales.ts';
import type { SalesView } from '../model.ts';
import { cashKeys, changeOf } from './cash-keys.ts';
import { Refusal } from './refusal.tsx';
import { StepHeading } from './step-heading.tsx';
import type { Payer, SaleFlow } from './use-sale-flow.ts';

export interface PayStepProps {
	flow: SaleFlow;
	view: SalesView;
	shop: DoorShop;
	payer: Payer | null;
	onOpenDrawer(): void;
}

/** How it is paid. Cash asks for what was given; the other ways begin at once. */
export function PayStep({ flow, view, shop, payer, onOpenDrawer }: PayStepProps) {
	const { t } = useLingui();
	const formats = useFormats();
	const { stage, busy } = flow;
	const ways = shop.ways.filter((way) => view.isConnected || (way === 'cash' && !payer));
	const [chosen, setChosen] = useState<DoorWay | null>(null);
	if (stage.at !== 'pay') return null;
	const { quote, dueMinor } = stage;
	const { currency } = shop.terms;
	const isCash = chosen === 'cash' || (ways.length === 1 && ways[0] === 'cash' && !payer);
	const hasDrawer = view.drawer !== null;

	function choose(way: DoorWay): void {
		setChosen(way);
		if (way !== 'cash') flow.pay(way);
		else if (payer && hasDrawer && dueMinor === null) flow.askDue();
	}

	if (quote?.totalMinor === 0) return <NothingToPay flow={flow} />;
	return (
		<div className="flex flex-col gap-4">
			<StepHeading>{payer ? <PayerName name={payer.name} /> : <Trans>Payment method</Trans>}</StepHeading>
			{quote ? (
				<p className="text-4xl font-semibold tabular-nums">{formats.money(quote.totalMinor, currency)}</p>
			) : null}
			{view.isConnected ? null : (
				<Callout tone="warning">
					{payer ? (
						<Trans>You’re offline. Take the payment once you’re back online.</Trans>
					) : (
						<Trans>You’re offline: only cash is possible now.</Trans>
					)}
				</Callout>
			)}
			{ways.length === 0 && view.isConnected ? (
				<Callout tone="warning">
					<Trans>No payment method is turned on. Ask the organiser to choose one.</Trans>
				</Callout>
			) : null}
			<div className="grid auto-cols-fr grid-flow-col gap-2">
				{ways.map((way) => (
					<WayKey
						key={way}
						way={way}
						isPressed={way === 'cash' ? isCash : chosen === way}
						isLoading={busy === way && way !== 'cash'}
						isDisabled={busy !== null}
						onClick={() => choose(way)}
					/>
				))}
			</div>
			{shop.isLive || !ways.includes('card') ? null : (
				<p className="text-sm text-muted">
					<Trans>Test mode: cards move no real money.</Trans>
				</p>
			)}
			<Refusal error={flow.error} />
			{isCash && !hasDrawer ? (
				<Callout
					tone="warning"
					title={t`The cash drawer is not open`}
					action={<Button onClick={onOpenDrawer}>{t`Open drawer`}</Button>}
				>
					<Trans>Count the cash in it first. Then you can take cash.</Trans>
				</Callout>
			) : null}
			{isCash && hasDrawer ? (
				dueMinor === null ? (
					busy === 'cash' ? (
						<Spinner size={24} />
					) : (
						<Button size="lg" variant="outline" className="min-h-14" onClick={flow.askDue}>
							{t`Show amount due`}
						</Button>
					)
				) : (
					<CashForm
						key={dueMinor}
						dueMinor={dueMinor}
						totalMinor={quote?.totalMinor ?? null}
						currency={currency}
						isBusy={busy === 'cash'}
						onRecord={(given) => flow.pay('cash', given)}
					/>
				)
			) : null}
		</div>
	);
}

function PayerName({ name }: { name: string }) {
	return name ? (
		<span className="[overflow-wrap:anywhere]">
			<Trans>Take payment from {name}</Trans>
		</span>
	) : (
		<Trans>Take payment</Trans>
	);
}

const ICONS: Record<DoorWay, LucideIcon> = { cash: Banknote, card: CreditCard, transfer: Landmark };

function WayKey(props: {
	way: DoorWay;
	isPressed: boolean;
	isLoading: boolean;
	isDisabled: boolean;
	onClick(): void;
}) {
	const { way, isPressed, isLoading, isDisabled, onClick } = props;
	const { t } = useLingui();
	const labels: Record<DoorWay, string> = { cash: t`Cash`, card: t`Card`, transfer: t`Transfer` };
	return (
		<button
			type="button"
			aria-pressed={way === 'cash' ? isPressed : undefined}
			aria-disabled={isDisabled || undefined}
			aria-busy={isLoading || undefined}
			onClick={() => {
				if (!isDisabled) onClick();
			}}
			className={clsx(
				'flex min-h-16 min-w-0 flex-col items-center justify-center gap-x-3 gap-y-1 rounded-lg border-2 px-1 py-2 text-base font-medium sm:flex-row sm:text-lg aria-disabled:not-aria-busy:opacity-45',
				isPressed && way === 'cash'
					? 'border-ink bg-ink text-paper'
					: 'border-control bg-surface hover:border-ink',
			)}
		>
			{isLoading ? <Spinner size={18} isDecorative /> : <Icon icon={ICONS[way]} size={24} />}
			{labels[way]}
		</button>
	);
}

/** What is due and given, and what goes back. */
export function CashForm(props: {
	dueMinor: number;
	/** Before it was rounded to coins; null: not known. */
	totalMinor: number | null;
	currency: string;
	isBusy: boolean;
	onRecord(given: number | undefined): void;
}) {
	const { dueMinor, totalMinor, currency, isBusy, onRecord } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const [typed, setTyped] = useState('');
	const money = (minor: number) => formats.money(minor, currency);
	const given = typed.trim() === '' ? dueMinor : textToMoney(typed, currency);
	const change = changeOf(dueMinor, given);
	const problem =
		given === null
			? t`Enter an amount, like 12.50.`
			: change === null
				? t`${money(dueMinor - given)} is missing.`
				: undefined;
	const keys = [dueMinor, ...cashKeys(dueMinor, currency)];
	return (
		<form
			noValidate
			className="flex flex-col gap-4"
			onSubmit={(event) => {
				event.preventDefault();
				if (change !== null) onRecord(typed.trim() === '' ? undefined : (given ?? undefined));
			}}
		>
			{totalMinor === dueMinor ? null : (
				<p className="flex flex-wrap items-baseline justify-between gap-x-4">
					<span className="text-muted">
						<Trans>Due in cash</Trans>
					</span>
					<span className="text-2xl font-semibold tabular-nums">{money(dueMinor)}</span>
				</p>
			)}
			{totalMinor !== null && totalMinor !== dueMinor ? (
				<p className="-mt-3 text-sm text-muted">
					<Trans>Rounded from {money(totalMinor)} to the nearest coin.</Trans>
				</p>
			) : null}
			<fieldset className="grid grid-cols-3 gap-2">
				<legend className="sr-only">{t`Given`}</legend>
				{keys.map((key, index) => (
					<Button
						key={key}
						size="lg"
						variant="outline"
						aria-pressed={given === key}
						className={clsx('min-h-14 min-w-0 px-1! tabular-nums', given === key && 'border-ink! border-2')}
						onClick={() => setTyped(moneyToText(key, currency))}
					>
						{index === 0 ? t`Exact` : money(key)}
					</Button>
				))}
			</fieldset>
			<TextField
				label={t`Given`}
				hint={t`Leave it empty if it is exact.`}
				prefix={currency}
				inputMode="decimal"
				autoComplete="off"
				maxLength={20}
				value={typed}
				error={problem}
				onChange={(event) => setTyped(event.target.value)}
				inputClassName="text-xl tabular-nums"
			/>
			{/* In sight while the amount is chosen. */}
			<div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-3 border-t bg-raised p-5">
				<p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4">
					<span className="text-lg">
						<Trans>Change</Trans>
					</span>
					<span className="text-4xl font-semibold tabular-nums">{change === null ? '–' : money(change)}</span>
				</p>
				<Button
					type="submit"
					size="lg"
					className="min-h-16 text-lg"
					isLoading={isBusy}
					isDisabled={change === null}
				>
					{t`Record sale`}
				</Button>
			</div>
		</form>
	);
}

/** What costs nothing is given out without a way to pay. */
function NothingToPay({ flow }: { flow: SaleFlow }) {
	const { t } = useLingui();
	const { stage } = flow;
	if (stage.at !== 'pay') return null;
	const tickets = stage.items.reduce((total, { quantity }) => total + quantity, 0);
	return (
		<div className="flex flex-col gap-4">
			<StepHeading>
				<Trans>Nothing to pay</Trans>
			</StepHeading>
			<p className="text-muted">
				<Plural value={tickets} one="# ticket" other="# tickets" />
			</p>
			<Refusal error={flow.error} />
			<Button
				size="lg"
				className="min-h-16 text-lg"
				isLoading={flow.busy !== null}
				onClick={() => flow.pay('cash')}
			>
				{t`Record sale`}
			</Button>
		</div>
	);
}
