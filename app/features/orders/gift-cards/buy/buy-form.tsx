import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { EmailField, SharedWith } from '#app/features/orders/components/email-field.tsx';
import { saveBuyer, useKnownBuyer } from '#app/features/orders/remembered-buyer.ts';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Form } from '#app/ui/form.tsx';
import { Money } from '#app/ui/money.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { GiftCardShop } from '#shared/contracts/gift-cards.ts';
import { MAX_CARDS_PER_PURCHASE } from '#shared/rules/gift-cards.ts';
import { amountOfCard, type BuyProblem, buyerNames, cardField, cardKeys } from './buy-values.ts';
import { CardPart } from './card-part.tsx';

/** What was refused, beside all that was typed. */
export interface BuyAnswer {
	values: Record<string, string>;
	errors: { name?: string; message?: string; problem?: BuyProblem }[];
}

const textsIn = (form: HTMLFormElement) =>
	Object.fromEntries(
		[...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
	);

/** Cards, who buys them, one button. It is sent to the route's action, with script and without. */
export function BuyForm(props: {
	shop: GiftCardShop;
	answer: BuyAnswer | undefined;
	/** What is typed, and in which card: for the picture of it. */
	onDraft: (values: Record<string, string>, cardKey: number) => void;
}) {
	const { t } = useLingui();
	const { shop, answer, onDraft } = props;
	const navigation = useNavigation();
	const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
	const form = useRef<HTMLFormElement>(null);
	const [keys, setKeys] = useState(() => (answer ? cardKeys(answer.values) : [0]));
	const [defaults, setDefaults] = useState(answer?.values ?? {});
	const [values, setValues] = useState(answer?.values ?? {});
	const device = useDevice();
	const problems = useProblems(shop);
	const refused = (answer?.errors ?? []).map(({ name, message, problem }) => ({
		...(name ? { name } : {}),
		message: message ?? (problem ? problems[problem] : ''),
	}));
	const errors = Object.fromEntries(refused.flatMap(({ name, message }) => (name ? [[name, message]] : [])));

	const read = (cardKey = keys[0] ?? 0) => {
		if (!form.current) return;
		const typed = textsIn(form.current);
		setValues(typed);
		onDraft(typed, cardKey);
	};
	const readAgain = useRef(read);
	readAgain.current = read;
	// What the browser has typed already, and a card that came or went.
	useEffect(() => readAgain.current(keys.at(-1)), [keys]);

	const add = () => {
		const [last = 0, key] = [keys.at(-1), Math.max(...keys, 0) + 1];
		const typed = form.current ? textsIn(form.current) : {};
		// Mostly of the same amount, and from the same person.
		const same = ['amountMinor', 'other', 'senderName'].map((field) => [
			cardField(key, field),
			typed[cardField(last, field)] ?? '',
		]);
		setDefaults((before) => ({ ...before, ...Object.fromEntries(same) }));
		setKeys([...keys, key]);
		requestAnimationFrame(() =>
			form.current?.querySelector<HTMLElement>(`[data-card="${key}"] input:not([type=hidden])`)?.focus(),
		);
	};
	const remove = (key: number) => {
		setKeys(keys.filter((one) => one !== key));
		requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[data-add-card]')?.focus());
	};
	return (
		<Form
			ref={form}
			method="post"
			id="gift-cards"
			size="lg"
			errors={refused}
			preventScrollReset
			onInput={(event) =>
				read(
					Number((event.target as HTMLElement).closest<HTMLElement>('[data-card]')?.dataset.card ?? keys[0]),
				)
			}
			onFocus={(event) => {
				const card = event.target.closest<HTMLElement>('[data-card]');
				if (card) read(Number(card.dataset.card));
			}}
			onSubmit={(event) => {
				if (isSending) return event.preventDefault();
				const typed = textsIn(event.currentTarget);
				const buyer = { name: typed[buyerNames.name] ?? '', email: typed[buyerNames.email] ?? '' };
				if (device.isSaved !== null) saveBuyer(device.isSaved ? buyer : null);
			}}
		>
			{keys.map((key, index) => (
				<CardPart
					key={key}
					shop={shop}
					cardKey={key}
					number={keys.length > 1 ? index + 1 : null}
					defaults={defaults}
					errors={errors}
					today={device.today}
					onRemove={() => remove(key)}
				/>
			))}
			{keys.length < MAX_CARDS_PER_PURCHASE ? (
				<Button
					variant="outline"
					icon={Plus}
					size="lg"
					className="needs-script self-start"
					data-add-card=""
					onClick={add}
				>
					{t`Add another card`}
				</Button>
			) : (
				<p className="text-sm text-muted">
					<Trans>You can buy up to {MAX_CARDS_PER_PURCHASE} cards at once.</Trans>
				</p>
			)}
			<BuyerPart device={device} defaults={defaults} errors={errors} />
			<input type="hidden" name="timeZone" value={device.timeZone} />
			<Submit shop={shop} values={values} keys={keys} isLoading={isSending} />
		</Form>
	);
}

/** The error of a field. */
function useProblems(shop: GiftCardShop): Record<BuyProblem, string> {
	const { t } = useLingui();
	const formats = useFormats();
	const least = formats.money(shop.leastMinor, shop.currency);
	const most = formats.money(shop.mostMinor, shop.currency);
	return {
		'amount-missing': t`Enter an amount.`,
		'amount-invalid': t`Enter an amount from ${least} to ${most}.`,
		'recipient-missing': t`Enter their email address, or choose “I’ll give it myself”.`,
		'name-missing': t`Enter your name.`,
		'email-missing': t`Enter your email address.`,
		'email-invalid': t`Please enter a valid email address.`,
		unsent: t`Check your internet connection and try again.`,
	};
}

/** What this device knows: its day and time zone, who buys, and whether it remembers them. Null and empty until the browser says. */
function useDevice() {
	const name = useRef<HTMLInputElement>(null);
	const email = useRef<HTMLInputElement>(null);
	const saving = useKnownBuyer(name, email);
	const [clock, setClock] = useState({ today: '', timeZone: '' });
	useEffect(() => {
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		setClock({ today: new Intl.DateTimeFormat('sv-SE').format(new Date()), timeZone });
	}, []);
	return { name, email, ...saving, ...clock };
}

function BuyerPart(props: {
	device: {
		name: RefObject<HTMLInputElement | null>;
		email: RefObject<HTMLInputElement | null>;
		isSaved: boolean | null;
		setSaved: (isSaved: boolean) => void;
	};
	defaults: Record<string, string>;
	errors: Record<string, string>;
}) {
	const { t } = useLingui();
	const { device, defaults, errors } = props;
	return (
		<fieldset className="flex min-w-0 flex-col gap-5 border-t border-hairline pt-4">
			<legend className="contents">
				<span className="text-lg font-semibold">
					<Trans>Your details</Trans>
				</span>
			</legend>
			<TextField
				ref={device.name}
				label={t`Your name`}
				name={buyerNames.name}
				autoComplete="name"
				required
				maxLength={200}
				dir="auto"
				defaultValue={defaults[buyerNames.name]}
				error={errors[buyerNames.name]}
			/>
			<EmailField
				input={device.email}
				label={t`Your email`}
				field={{ name: buyerNames.email }}
				hint={t`We’ll send the receipt and a link to your cards here.`}
				defaultValue={defaults[buyerNames.email]}
				error={errors[buyerNames.email]}
			/>
			<Checkbox
				label={t`Save my details on this device`}
				checked={device.isSaved ?? false}
				onChange={(changed) => device.setSaved(changed.target.checked)}
				className="needs-script"
			/>
		</fieldset>
	);
}

/** The amount to pay, and the button that leads to payment. */
function Submit(props: {
	shop: GiftCardShop;
	values: Record<string, string>;
	keys: readonly number[];
	isLoading: boolean;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { shop, values, keys } = props;
	const { currency } = shop;
	const amounts = keys.map((key) => amountOfCard(values, key, currency) ?? 0);
	const total = formats.money(
		amounts.reduce((sum, minor) => sum + minor, 0),
		currency,
	);
	return (
		<div className="flex flex-col gap-3">
			<p className="needs-script flex items-baseline justify-between gap-3 border-t border-hairline pt-4 font-semibold">
				<span>
					<Trans>Total</Trans>{' '}
					<span className="font-normal text-muted">
						<Plural value={keys.length} one="# card" other="# cards" />
					</span>
				</span>
				<Money className="text-lg">{total}</Money>
			</p>
			{shop.isTest ? (
				<p className="flex flex-wrap items-center gap-2 text-compact text-muted">
					<Badge variant="outline">{t`Test mode`}</Badge>
					<Trans>No real money is charged.</Trans>
				</p>
			) : null}
			<Button type="submit" size="lg" tone="event" isLoading={props.isLoading} className="w-full">
				{t`Continue to payment`}
			</Button>
			<SharedWith organiser={shop.organiser.name} />
		</div>
	);
}
