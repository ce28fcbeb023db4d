import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import {
	missingDetails,
	type WithdrawalAnswer,
	WithdrawalForm,
} from '#app/features/withdrawals/components/withdrawal-form.tsx';
import { answerForm, unsentForm } from '#app/lib/form-answer.ts';
import { prepareFormats } from '#app/lib/format.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { sendForm, textsOf } from '#app/lib/send-form.ts';
import { serverApi, serverClient } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { getWithdrawalPage, sendWithdrawal } from '#shared/contracts/withdrawals.ts';
import { WITHDRAWAL_DAYS } from '#shared/rules/withdrawals.ts';
import type { Route } from './+types/withdrawal';

prepareFormats();

export const headers = publicPageHeaders(60);
export const handle = publicPageHandle();

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { slug } = params;
	return serverApi({ context, request }).call(getWithdrawalPage, { params: { slug } });
}

/** The first step shows what was said, the second sends it. */
export async function action({ context, request, params }: Route.ActionArgs): Promise<WithdrawalAnswer> {
	const values = textsOf(await request.formData());
	const { step, name = '', reference = '', email = '' } = values;
	if (step !== 'confirm') {
		const isWhole = missingDetails(values).length === 0;
		return { step: step === 'details' && isWhole ? 'confirm' : 'details', values, errors: [] };
	}
	const { slug } = params;
	let receivedAt = '';
	const answer = await answerForm({ name, reference, email }, async () => {
		const body = { name, reference, email };
		const sent = await serverClient({ context, request }).call(sendWithdrawal, { params: { slug }, body });
		receivedAt = sent.receivedAt;
	});
	if (answer.isSent) return { step: 'done', receivedAt, email };
	const isOfField = answer.errors.some((error) => error.name !== undefined);
	return { step: isOfField ? 'details' : 'confirm', values, errors: answer.errors };
}

export const clientAction = (args: Route.ClientActionArgs) =>
	sendForm(args, (values): WithdrawalAnswer => {
		const { errors } = unsentForm(values);
		return { step: values.step === 'confirm' ? 'confirm' : 'details', values, errors };
	});

/** /withdraw/:slug: the withdrawal function of an organiser. */
export default function WithdrawalPage({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useLingui();
	const { organiser } = loaderData;
	return (
		<div className="page-width flex flex-col gap-6 py-6 md:py-10">
			<PublicHead
				title={t`Withdraw from contract: ${organiser.name}`}
				description={t`Withdraw from a contract with ${organiser.name} within ${WITHDRAWAL_DAYS} days.`}
				path={`/withdraw/${organiser.slug}`}
				imageUrl={pictureOf('contact')}
			/>
			<header className="flex flex-col gap-1">
				<Link to={`/organisers/${organiser.slug}`} className="link self-start py-1 text-sm" dir="auto">
					{organiser.name}
				</Link>
				<h1 tabIndex={-1} className="title-page">
					<Trans>Withdraw from contract here</Trans>
				</h1>
				<p className="max-w-measure text-muted">
					<Trans>
						For gift cards, goods and tickets that are not tied to a date, within {WITHDRAWAL_DAYS} days. You
						need not give a reason. Tickets for an event on a date have no right of withdrawal.
					</Trans>
				</p>
			</header>
			<WithdrawalForm answer={actionData} />
		</div>
	);
}
