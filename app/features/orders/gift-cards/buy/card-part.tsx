import { useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { EmailField } from '#app/features/orders/components/email-field.tsx';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { GiftCardShop } from '#shared/contracts/gift-cards.ts';
import { MessageField } from '../message-field.tsx';
import { cardField } from './buy-values.ts';

/** One gift card of the form: how much, for whom, and what it says. Its fields are uncontrolled: what was typed before the script came stays. */
export function CardPart(props: {
	shop: GiftCardShop;
	/** Of the fields of this card. */
	cardKey: number;
	/** The number of the card, from 1; null: there is one only. */
	number: number | null;
	/** Initial values of the fields, by name. */
	defaults: Record<string, string>;
	errors: Record<string, string>;
	/** The first day that a card can be sent on; empty until the browser says what day it is. */
	today: string;
	onRemove: () => void;
}) {
	const { t } = useLingui();
	const { shop, cardKey, number, defaults, errors } = props;
	const of = (field: string) => cardField(cardKey, field);
	const email = useRef<HTMLInputElement>(null);
	return (
		<fieldset className="group/card flex min-w-0 flex-col gap-5" data-card={cardKey}>
			<legend className={number === null ? 'sr-only' : 'contents'}>
				<span className="flex min-h-11 items-center justify-between gap-3 border-t border-hairline pt-4">
					<span className="text-lg font-semibold">{number === null ? t`Gift card` : t`Card ${number}`}</span>
					{number === null ? null : (
						<Button
							variant="ghost"
							icon={Trash2}
							onClick={props.onRemove}
							aria-label={t`Remove card ${number}`}
						>
							{t`Remove`}
						</Button>
					)}
				</span>
			</legend>
			<AmountFields shop={shop} of={of} defaults={defaults} errors={errors} />
			<RadioGroup
				label={t`For whom`}
				name={of('to')}
				look="cards"
				defaultValue={defaults[of('to')] ?? 'them'}
				options={[
					{ value: 'them', label: t`Send it to them`, description: t`By email, on the day you choose.` },
					{ value: 'me', label: t`I’ll give it myself`, description: t`It comes to your email, to print.` },
				]}
			/>
			<TextField
				label={t`Their name`}
				name={of('recipientName')}
				isOptional
				autoComplete="off"
				maxLength={200}
				dir="auto"
				defaultValue={defaults[of('recipientName')]}
				error={errors[of('recipientName')]}
			/>
			{/* By style, so that it works without script too. */}
			<div className="flex flex-col gap-5 group-has-[[value=me]:checked]/card:hidden">
				<EmailField
					input={email}
					label={t`Their email`}
					field={{ name: of('recipientEmail'), autoComplete: 'off', required: false }}
					defaultValue={defaults[of('recipientEmail')]}
					error={errors[of('recipientEmail')]}
				/>
				<DateField
					label={t`Day to send`}
					hint={t`In the morning of that day. Leave it empty to send it as soon as it is paid.`}
					isOptional
					name={of('sendOn')}
					min={props.today || undefined}
					defaultValue={defaults[of('sendOn')]}
					error={errors[of('sendOn')]}
				/>
			</div>
			<MessageField
				name={of('message')}
				defaultValue={defaults[of('message')]}
				error={errors[of('message')]}
			/>
			<TextField
				label={t`From`}
				name={of('senderName')}
				isOptional
				hint={t`Shown on the card.`}
				autoComplete="off"
				maxLength={200}
				dir="auto"
				defaultValue={defaults[of('senderName')]}
				error={errors[of('senderName')]}
			/>
		</fieldset>
	);
}

/** How much: an offered amount as a large key, or one that is typed. */
function AmountFields(props: {
	shop: GiftCardShop;
	of: (field: string) => string;
	defaults: Record<string, string>;
	errors: Record<string, string>;
}) {
	const { t } = useLingui();
	const formats = useFormats();
	const { shop, of, defaults, errors } = props;
	const { amountsMinor, currency } = shop;
	const money = (minor: number) => formats.money(minor, currency);
	const takesOthers = shop.leastMinor < shop.mostMinor || amountsMinor.length === 0;
	const [least, most] = [money(shop.leastMinor), money(shop.mostMinor)];
	const hasKeys = amountsMinor.length > 0;
	const first = amountsMinor[Math.min(1, amountsMinor.length - 1)];
	return (
		<div className="group/amount flex flex-col gap-3">
			{hasKeys ? (
				<RadioGroup
					label={t`Amount`}
					name={of('amountMinor')}
					look="chips"
					className="text-lg"
					defaultValue={defaults[of('amountMinor')] ?? String(first)}
					options={[
						...amountsMinor.map((minor) => ({ value: String(minor), label: money(minor) })),
						...(takesOthers ? [{ value: 'other', label: t`Other amount` }] : []),
					]}
					error={errors[of('amountMinor')]}
				/>
			) : (
				<input type="hidden" name={of('amountMinor')} value="other" />
			)}
			{takesOthers ? (
				<TextField
					label={hasKeys ? t`Other amount` : t`Amount`}
					className={
						hasKeys && !errors[of('other')]
							? 'not-group-has-[[value=other]:checked]/amount:hidden'
							: undefined
					}
					name={of('other')}
					inputMode="decimal"
					autoComplete="off"
					suffix={currency}
					hint={t`From ${least} to ${most}`}
					defaultValue={defaults[of('other')]}
					error={errors[of('other')]}
				/>
			) : null}
		</div>
	);
}
