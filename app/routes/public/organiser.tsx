import { useLingui } from '@lingui/react/macro';
import { redirect } from 'react-router';
import { OrganiserScreen } from '#app/features/events/components/organiser/organiser-screen.tsx';
import { answerForm, unsentForm } from '#app/lib/form-answer.ts';
import { prepareFormats } from '#app/lib/format.ts';
import { JsonLd } from '#app/lib/json-ld.tsx';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { sendForm, textsOf } from '#app/lib/send-form.ts';
import { serverApi, serverClient } from '#app/lib/server-api.ts';
import { OembedLinks } from '#app/shell/oembed-links.tsx';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { useSite } from '#app/shell/site.ts';
import { getGiftCardShop } from '#shared/contracts/gift-cards.ts';
import { follow, getOrganiserPage, writeToOrganiser } from '#shared/contracts/organisers.ts';
import { getWithdrawalPage } from '#shared/contracts/withdrawals.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Route } from './+types/organiser';

prepareFormats();

export const headers = publicPageHeaders(60);
export const handle = publicPageHandle();

export async function loader({ context, request, params }: Route.LoaderArgs) {
	try {
		const { slug } = params;
		const [organiser, hasGiftCards, hasWithdrawal] = await Promise.all([
			serverApi({ context, request }).call(getOrganiserPage, { params: { slug } }),
			// A page without the link is better than none.
			serverClient({ context, request })
				.call(getGiftCardShop, { params: { slug } })
				.then(({ takesPayments }) => takesPayments)
				.catch(() => false),
			serverClient({ context, request })
				.call(getWithdrawalPage, { params: { slug } })
				.then(
					() => true,
					() => false,
				),
		]);
		return { organiser, hasGiftCards, hasWithdrawal };
	} catch (error) {
		// The organiser shows no page of its own; its events are public as before.
		if (error instanceof AppError && error.metadata.rule === 'page-hidden')
			throw redirect(`/events?organiser=${encodeURIComponent(params.slug)}`);
		throw error;
	}
}

/** Both forms of the page; they work before its script as well. */
export async function action({ context, request, params }: Route.ActionArgs) {
	const values = textsOf(await request.formData());
	const client = serverClient({ context, request });
	const { slug } = params;
	const { name = '', email = '', text = '', intent = '' } = values;
	const answer = await answerForm(values, () =>
		intent === 'message'
			? client.call(writeToOrganiser, { params: { slug }, body: { name, email, text } })
			: client.call(follow, { params: { slug }, body: { email } }),
	);
	return { intent, ...answer };
}

export const clientAction = (args: Route.ClientActionArgs) =>
	sendForm(args, (values) => ({ intent: values.intent ?? '', ...unsentForm(values) }));

export default function OrganiserPage({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useLingui();
	const { appUrl } = useSite();
	const { organiser, hasGiftCards, hasWithdrawal } = loaderData;
	const path = `/organisers/${organiser.slug}`;
	return (
		<>
			<PublicHead
				title={organiser.name}
				description={t`Events by ${organiser.name}: what is coming up, and how to follow.`}
				path={path}
				imageUrl={pictureOf('events')}
			/>
			{import.meta.env.SSR ? <OembedLinks path={path} title={organiser.name} /> : null}
			{import.meta.env.SSR ? (
				<JsonLd
					data={{
						'@context': 'https://schema.org',
						'@type': 'Organization',
						name: organiser.name,
						url: `${appUrl}${path}`,
						...(organiser.logoUrl ? { logo: `${appUrl}${organiser.logoUrl}` } : {}),
						...(organiser.links.length > 0 ? { sameAs: organiser.links.map(({ url }) => url) } : {}),
					}}
				/>
			) : null}
			<OrganiserScreen {...{ organiser, hasGiftCards, hasWithdrawal }} answer={actionData} />
		</>
	);
}
