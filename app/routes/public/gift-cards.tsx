import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, redirectDocument } from 'react-router';
import { type BuyAnswer, BuyForm } from '#app/features/orders/gift-cards/buy/buy-form.tsx';
import {
	amountOfCard,
	cardField,
	fieldOfRefusal,
	readBuyForm,
} from '#app/features/orders/gift-cards/buy/buy-values.ts';
import { EndText } from '#app/features/orders/gift-cards/end-text.tsx';
import { GiftCardPicture, hueOf } from '#app/features/orders/gift-cards/picture.tsx';
import { prepareFormats, useFormats } from '#app/lib/format.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { sendForm, textsOf } from '#app/lib/send-form.ts';
import { serverApi, serverClient } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { buyGiftCards, type GiftCardShop, getGiftCardShop } from '#shared/contracts/gift-cards.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Route } from './+types/gift-cards';

prepareFormats();

export const headers = publicPageHeaders(15);
export const handle = publicPageHandle();

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { slug } = params;
	return { shop: await serverApi({ context, request }).call(getGiftCardShop, { params: { slug } }) };
}

/** Orders the cards and leads to their payment. */
export async function action({ context, request, params }: Route.ActionArgs): Promise<BuyAnswer | Response> {
	const values = textsOf(await request.formData());
	const { slug } = params;
	const shop = await serverApi({ context, request }).call(getGiftCardShop, { params: { slug } });
	const read = readBuyForm(values, shop);
	if ('problems' in read) return { values, errors: read.problems };
	try {
		const client = serverClient({ context, request });
		const { purchaseToken } = await client.call(buyGiftCards, { params: { slug }, body: read.order });
		// A document of its own: only that page may load the script of the payment provider.
		return redirectDocument(`/gift-card-orders/${purchaseToken}`, 303);
	} catch (error) {
		if (!(error instanceof AppError)) throw error;
		const errors = error.details.map(({ field, message }) => {
			const name = fieldOfRefusal(field, read.keys);
			return name ? { name, message } : { message };
		});
		return { values, errors: errors.length > 0 ? errors : [{ message: error.userMessage }] };
	}
}

export const clientAction = (args: Route.ClientActionArgs) =>
	sendForm(args, (values): BuyAnswer => ({ values, errors: [{ problem: 'unsent' }] }));

/** /gift-cards/:slug: gift cards of an organiser, for all of its events. */
export default function GiftCardsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useLingui();
	const { shop } = loaderData;
	const { organiser } = shop;
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[32rem]"
			style={{ '--event-hue': hueOf(organiser.slug) }}
		>
			<div className="page-width flex flex-col gap-6 py-6 md:py-10">
				<PublicHead
					title={t`Gift cards: ${organiser.name}`}
					description={t`Give a gift card for the events of ${organiser.name}.`}
					path={`/gift-cards/${organiser.slug}`}
					imageUrl={pictureOf('events')}
				/>
				<header className="flex flex-col gap-1">
					<Link to={`/organisers/${organiser.slug}`} className="link self-start py-1 text-sm" dir="auto">
						{organiser.name}
					</Link>
					<h1 tabIndex={-1} className="title-page">
						<Trans>Give a gift card</Trans>
					</h1>
					<p className="text-muted">
						<Trans>For all events of {organiser.name}. It arrives by email, or you print it.</Trans>
					</p>
				</header>
				<Shop shop={shop} answer={actionData} />
			</div>
		</div>
	);
}

function Shop({ shop, answer }: { shop: GiftCardShop; answer: BuyAnswer | undefined }) {
	const formats = useFormats();
	const { currency, amountsMinor, organiser } = shop;
	const [draft, setDraft] = useState<{ values: Record<string, string>; cardKey: number } | null>(null);
	const of = (field: string) => draft?.values[cardField(draft.cardKey, field)] ?? '';
	const firstMinor = amountsMinor[Math.min(1, amountsMinor.length - 1)] ?? 0;
	const minor = draft ? (amountOfCard(draft.values, draft.cardKey, currency) ?? 0) : firstMinor;
	return (
		<div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_25rem] lg:gap-14">
			<div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20 lg:order-last">
				{/* What it shows is in the fields. */}
				<div aria-hidden="true">
					<GiftCardPicture
						organiser={organiser}
						amount={minor > 0 ? formats.money(minor, currency) : '–'}
						recipientName={of('recipientName')}
						senderName={of('senderName')}
						message={of('message')}
					/>
				</div>
				<Terms shop={shop} />
			</div>
			{shop.takesPayments ? (
				<div className="flex min-w-0 flex-col rounded-xl border border-hairline bg-surface p-4 md:p-6">
					<BuyForm shop={shop} answer={answer} onDraft={(values, cardKey) => setDraft({ values, cardKey })} />
				</div>
			) : (
				<Callout tone="info">
					<Trans>
						{organiser.name} can’t take payments right now, so no gift cards are sold. Check again later.
					</Trans>
				</Callout>
			)}
		</div>
	);
}

/** What a card can be used for, and until when. */
function Terms({ shop }: { shop: GiftCardShop }) {
	const { organiser, details } = shop;
	return (
		<section aria-labelledby="terms" className="flex max-w-md flex-col gap-2 text-sm text-muted">
			<h2 id="terms" className="sr-only">
				<Trans>Terms</Trans>
			</h2>
			<ul className="flex list-disc flex-col gap-1 ps-5">
				<li>
					<EndText expiresOn={shop.expiresOn} />
				</li>
				<li>
					<Trans>For tickets to all events of {organiser.name}, at once or in parts</Trans>
				</li>
				<li>
					<Trans>Not for donations</Trans>
				</li>
			</ul>
			{details ? (
				<p className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
					{details}
				</p>
			) : null}
			{shop.hasWithdrawal ? (
				<Link to={`/withdraw/${organiser.slug}`} className="link self-start py-1">
					<Trans>Withdraw from contract here</Trans>
				</Link>
			) : null}
			<Link to="/gift-cards" className="link self-start py-1">
				<Trans>Have a card? Check its balance</Trans>
			</Link>
		</section>
	);
}
