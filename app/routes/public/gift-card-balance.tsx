import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { type BalanceAnswer, BalanceForm } from '#app/features/orders/gift-cards/balance/balance-form.tsx';
import { prepareFormats } from '#app/lib/format.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { sendForm, textsOf } from '#app/lib/send-form.ts';
import { serverClient } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { checkGiftCard } from '#shared/contracts/gift-cards.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { giftCardKey } from '#shared/rules/gift-cards.ts';
import type { Route } from './+types/gift-card-balance';

prepareFormats();

export const headers = publicPageHeaders(60);
export const handle = publicPageHandle();

/** The code is posted: it stands in no address. */
export async function action({ context, request }: Route.ActionArgs): Promise<BalanceAnswer> {
	const values = textsOf(await request.formData());
	const code = giftCardKey(values.code ?? '');
	if (code === null) return { values, problem: 'code' };
	try {
		return { card: await serverClient({ context, request }).call(checkGiftCard, { body: { code } }) };
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		return { values, message: error.userMessage };
	}
}

export const clientAction = (args: Route.ClientActionArgs) =>
	sendForm(args, (values): BalanceAnswer => ({ values, problem: 'unsent' }));

/** /gift-cards: what a gift card still has. */
export default function GiftCardBalancePage({ actionData }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<div className="page-width flex flex-col gap-6 py-6 md:py-10">
			<PublicHead
				title={t`Gift card balance`}
				description={t`Check the balance of a gift card with its code.`}
				path="/gift-cards"
				imageUrl={pictureOf('events')}
			/>
			<header className="flex flex-col gap-1">
				<h1 tabIndex={-1} className="title-page">
					<Trans>Gift card balance</Trans>
				</h1>
				<p className="text-muted">
					<Trans>Enter the code of your card. It is in the email or on the printed card.</Trans>
				</p>
			</header>
			<BalanceForm answer={actionData} />
			<Link to="/withdraw" className="link self-start py-1 text-sm">
				<Trans>Withdraw from contract here</Trans>
			</Link>
		</div>
	);
}
