import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useRef, useState } from 'react';
import { deviceName } from '#app/features/check-in/device.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { textToMoney } from '#shared/lib/money-text.ts';
import type { SalesView, Till } from '../model.ts';
import { CashNotice } from './drawer-bar.tsx';
import { Refusal } from './refusal.tsx';

interface DrawerDialogProps {
	action: 'open' | 'close';
	till: Till;
	view: SalesView;
	onClose(): void;
}

/** Counts the cash drawer of this device: before the first sale in cash, and at the end. */
export function DrawerDialog({ action, till, view, onClose }: DrawerDialogProps) {
	const { t } = useLingui();
	const form = useId();
	const [typed, setTyped] = useState(() => ({ counted: '', name: deviceName(), note: '' }));
	const [isSent, setSent] = useState(false);
	const [isPending, setPending] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const isBusy = useRef(false);
	const isOpening = action === 'open';
	const currency = view.drawer?.currency ?? view.shop?.terms.currency ?? 'EUR';
	const countedMinor = textToMoney(typed.counted, currency);
	const unsent = view.queue.filter(({ problem }) => problem === null).length;
	const mayCount = view.isConnected && (isOpening || unsent === 0);

	async function save(event: FormEvent) {
		event.preventDefault();
		setSent(true);
		const name = typed.name.trim();
		if (countedMinor === null || name === '' || isBusy.current || !mayCount) return;
		isBusy.current = true;
		setPending(true);
		setError(null);
		try {
			await till.count({ action, countedMinor, name, note: typed.note.trim() });
			onClose();
		} catch (refused) {
			setError(refused);
		} finally {
			isBusy.current = false;
			setPending(false);
		}
	}

	return (
		<Dialog
			isOpen
			onClose={onClose}
			isDismissable={!isPending}
			title={isOpening ? t`Open cash drawer` : t`Close cash drawer`}
			description={
				isOpening
					? t`Count the change that is in it before the first sale.`
					: t`Count all the cash that is in it now.`
			}
			footer={
				<>
					<Button size="lg" variant="outline" onClick={onClose} isDisabled={isPending}>
						<Trans>Cancel</Trans>
					</Button>
					<Button size="lg" type="submit" form={form} isLoading={isPending} isDisabled={!mayCount}>
						{isOpening ? t`Open drawer` : t`Close drawer`}
					</Button>
				</>
			}
		>
			<form id={form} noValidate className="flex flex-col gap-5" onSubmit={(event) => void save(event)}>
				{view.isConnected ? null : (
					<Callout tone="warning">
						<Trans>You’re offline. The drawer can be counted once you’re back online.</Trans>
					</Callout>
				)}
				{!isOpening && unsent > 0 ? (
					<Callout tone="warning">
						<Plural
							value={unsent}
							one="# sale has not been sent yet. Go online to send it, then close the drawer."
							other="# sales have not been sent yet. Go online to send them, then close the drawer."
						/>
					</Callout>
				) : null}
				<Refusal error={error} />
				<TextField
					label={t`Counted`}
					prefix={currency}
					inputMode="decimal"
					autoComplete="off"
					maxLength={20}
					value={typed.counted}
					error={isSent && countedMinor === null ? t`Enter an amount, like 12.50.` : undefined}
					onChange={(event) => setTyped({ ...typed, counted: event.target.value })}
					inputClassName="text-xl tabular-nums"
					required
				/>
				{isOpening ? null : <Difference view={view} countedMinor={countedMinor} />}
				<TextField
					label={t`Counted by`}
					value={typed.name}
					maxLength={60}
					autoComplete="name"
					error={
						isSent && typed.name.trim() === '' ? t`Enter the name of the person who counted.` : undefined
					}
					onChange={(event) => setTyped({ ...typed, name: event.target.value })}
					required
				/>
				{isOpening ? (
					<CashNotice country={view.shop?.cashNotice ?? null} />
				) : (
					<TextArea
						label={t`Note`}
						isOptional
						hint={t`For example, why the count differs.`}
						value={typed.note}
						maxLength={300}
						rows={2}
						onChange={(event) => setTyped({ ...typed, note: event.target.value })}
					/>
				)}
			</form>
		</Dialog>
	);
}

/** What was counted beside what should be there, before it is confirmed. */
export function Difference({ view, countedMinor }: { view: SalesView; countedMinor: number | null }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { drawer } = view;
	if (!drawer) return null;
	const { currency } = drawer;
	const money = (minor: number) => formats.money(minor, currency);
	const expected = drawer.expectedMinor + drawer.unsentMinor;
	const difference = countedMinor === null ? null : countedMinor - expected;
	return (
		<dl className="flex flex-col gap-1 rounded-lg bg-sunken p-4 tabular-nums">
			<div className="flex justify-between gap-4">
				<dt className="text-muted">{t`Expected in the drawer`}</dt>
				<dd className="font-medium">{money(expected)}</dd>
			</div>
			<div className="flex justify-between gap-4">
				<dt className="text-muted">{t`Difference`}</dt>
				<dd aria-live="polite" className={difference ? 'font-semibold text-danger' : 'font-medium'}>
					{difference === null
						? '–'
						: difference === 0
							? t`None`
							: difference < 0
								? t`${money(-difference)} too little`
								: t`${money(difference)} too much`}
				</dd>
			</div>
		</dl>
	);
}
