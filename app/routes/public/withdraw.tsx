import { Trans, useLingui } from '@lingui/react/macro';
import { redirect, useNavigation } from 'react-router';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { sendForm, textsOf } from '#app/lib/send-form.ts';
import { serverClient } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { getEvent } from '#shared/contracts/events.ts';
import { getWithdrawalPage } from '#shared/contracts/withdrawals.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { WITHDRAWAL_DAYS } from '#shared/rules/withdrawals.ts';
import type { Route } from './+types/withdraw';

export const headers = publicPageHeaders(60);
export const handle = publicPageHandle();

interface FindAnswer {
	address: string;
	problem: 'not-found' | 'unsent';
}

/** The last part of an address, which names an organiser or an event. */
const lastPart = (address: string): string =>
	address
		.trim()
		.slice(0, 500)
		.split(/[?#]/)[0]
		?.split('/')
		.filter((part) => part !== '')
		.at(-1) ?? '';

/** Leads to the page of the organiser that an address names. */
export async function action({ context, request }: Route.ActionArgs): Promise<FindAnswer | Response> {
	const { address = '' } = textsOf(await request.formData());
	const named = lastPart(address);
	const client = serverClient({ context, request });
	const slugOfEvent = async () => (await client.call(getEvent, { params: { event: named } })).organiser.slug;
	try {
		if (named === '') return { address, problem: 'not-found' };
		const find = (slug: string) => client.call(getWithdrawalPage, { params: { slug } });
		const { organiser } = await find(named).catch(async (error) => {
			if (!(error instanceof AppError) || error.status !== 404) throw error;
			return find(await slugOfEvent());
		});
		return redirect(`/withdraw/${encodeURIComponent(organiser.slug)}`, 303);
	} catch (error) {
		if (!(error instanceof AppError) || error.status >= 500) throw error;
		return { address, problem: 'not-found' };
	}
}

export const clientAction = (args: Route.ClientActionArgs) =>
	sendForm(args, (values): FindAnswer => ({ address: values.address ?? '', problem: 'unsent' }));

/** /withdraw: what the withdrawal function is, and the way to the organiser’s. */
export default function WithdrawPage({ actionData }: Route.ComponentProps) {
	const { t } = useLingui();
	const navigation = useNavigation();
	const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST';
	const problems = {
		'not-found': t`No organiser with gift cards, goods or open tickets was found at this address. Check it, or contact the organiser.`,
		unsent: t`Check your internet connection and try again.`,
	};
	const message = actionData && problems[actionData.problem];
	return (
		<div className="page-width flex flex-col gap-6 py-6 md:py-10">
			<PublicHead
				title={t`Withdraw from a contract`}
				description={t`How to withdraw from a contract about gift cards, goods and open tickets.`}
				path="/withdraw"
				imageUrl={pictureOf('contact')}
			/>
			<header className="flex flex-col gap-1">
				<h1 tabIndex={-1} className="title-page">
					<Trans>Withdraw from a contract</Trans>
				</h1>
				<p className="max-w-measure text-muted">
					<Trans>
						Within {WITHDRAWAL_DAYS} days you can withdraw from the purchase of gift cards, goods and tickets
						that are not tied to a date. Your contract is with the organiser. Open the link “Withdraw from
						contract here” in the email about your purchase, or enter the address of the organiser’s page or
						of one of their events.
					</Trans>
				</p>
			</header>
			<Form
				method="post"
				id="find"
				size="lg"
				className="max-w-md"
				errors={message ? [{ name: 'address', message }] : []}
			>
				<TextField
					label={t`Address of the organiser or event`}
					name="address"
					dir="ltr"
					autoComplete="off"
					required
					maxLength={500}
					defaultValue={actionData?.address}
					error={message}
				/>
				<Button type="submit" size="lg" isLoading={isSending} className="self-start">
					<Trans>Continue</Trans>
				</Button>
			</Form>
		</div>
	);
}
