import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigation } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { CodeField } from '../code-field.tsx';
import { EndText } from '../end-text.tsx';
import { GiftCardPicture } from '../picture.tsx';

/** A card’s balance, as the API returns it. */
export interface CheckedCard {
	organiser: { name: string; slug: string };
	last4: string;
	currency: string;
	balanceMinor: number;
	expiresOn: string | null;
	state: string;
	isTest: boolean;
}

export type BalanceAnswer =
	| { card: CheckedCard }
	| { values: Record<string, string>; problem?: 'code' | 'unsent'; message?: string };

/** Asks for a code and shows what the card still has; works before its script as well. */
export function BalanceForm({ answer }: { answer: BalanceAnswer | undefined }) {
	const { t } = useLingui();
	const navigation = useNavigation();
	const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
	const refused = answer && !('card' in answer) ? answer : undefined;
	const problems = {
		code: t`Enter the 16 letters and digits of the code, as in your email.`,
		unsent: t`Check your internet connection and try again.`,
	};
	const message = refused?.problem ? problems[refused.problem] : refused?.message;
	return (
		<div className="flex flex-col gap-6">
			<div aria-live="polite">
				{answer && 'card' in answer ? <Balance key={answer.card.last4} card={answer.card} /> : null}
			</div>
			<Form
				method="post"
				id="balance"
				size="lg"
				className="max-w-md"
				errors={message ? [{ name: 'code', message }] : []}
				preventScrollReset
			>
				<CodeField
					name="code"
					label={t`Gift card code`}
					defaultValue={refused?.values.code}
					error={message}
				/>
				<Button type="submit" size="lg" isLoading={isSending}>
					{t`Check balance`}
				</Button>
			</Form>
		</div>
	);
}

function Balance({ card }: { card: CheckedCard }) {
	const { t } = useLingui();
	const formats = useFormats();
	const { organiser, state } = card;
	return (
		<section aria-labelledby="card-balance" className="flex max-w-md flex-col gap-4">
			<h2 id="card-balance" className="sr-only">
				<Trans>Balance</Trans>
			</h2>
			<GiftCardPicture organiser={organiser} amount={formats.money(card.balanceMinor, card.currency)}>
				<span className="font-mono">•••• {card.last4}</span>
			</GiftCardPicture>
			<div className="flex flex-wrap items-center gap-2 text-sm">
				{state === 'blocked' ? <Badge variant="destructive">{t`Blocked`}</Badge> : null}
				{state === 'lapsed' ? <Badge variant="outline">{t`Expired`}</Badge> : null}
				{state === 'cancelled' ? <Badge variant="outline">{t`Refunded`}</Badge> : null}
				{card.isTest ? <Badge variant="outline">{t`Test mode`}</Badge> : null}
				{state === 'active' ? (
					<span className="text-muted">
						<EndText expiresOn={card.expiresOn} />
					</span>
				) : null}
			</div>
			{state === 'blocked' ? (
				<p className="text-sm">
					<Trans>This card can’t be used at the moment. Contact {organiser.name}.</Trans>
				</p>
			) : null}
			<Link to={`/organisers/${organiser.slug}`} className="link self-start py-1" dir="auto">
				<Trans>Events by {organiser.name}</Trans>
			</Link>
		</section>
	);
}
