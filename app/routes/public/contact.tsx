import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigation, useSearchParams } from 'react-router';
import { answerForm, sendSimpleForm } from '#app/lib/form-answer.ts';
import { publicPageHandle, publicPageHeaders } from '#app/lib/public-page.ts';
import { textsOf } from '#app/lib/send-form.ts';
import { serverClient } from '#app/lib/server-api.ts';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { useSite } from '#app/shell/site.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { Form } from '#app/ui/form.tsx';
import { emailInputProps } from '#app/ui/person-inputs.ts';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type ContactTopic, contactTopics, sendContactMessage } from '#shared/contracts/support.ts';
import { SUPPORT_YEARS } from '#shared/rules/periods.ts';
import type { Route } from './+types/contact';

export const headers = publicPageHeaders(60);
export const handle = publicPageHandle(['topic']);

const topicNames: Record<ContactTopic, ReturnType<typeof msg>> = {
	question: msg`A question`,
	ticket: msg`My ticket or registration`,
	'event-report': msg`Report an event`,
	press: msg`Press`,
	privacy: msg`My data`,
	security: msg`Security`,
	other: msg`Something else`,
};

export async function action({ context, request }: Route.ActionArgs) {
	const values = textsOf(await request.formData());
	return answerForm(values, () =>
		serverClient({ context, request }).call(sendContactMessage, {
			body: {
				name: values.name ?? '',
				email: values.email ?? '',
				topic: (values.topic ?? '') as ContactTopic,
				message: values.message ?? '',
				website: values.website ?? '',
			},
		}),
	);
}

export const clientAction = (args: Route.ClientActionArgs) => sendSimpleForm(args);

export default function ContactPage({ actionData }: Route.ComponentProps) {
	const { t } = useLingui();
	const { supportEmail } = useSite();
	return (
		<div className="page-width grid w-full gap-x-16 gap-y-10 py-10 md:py-16 lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]">
			<PublicHead
				title={t`Contact`}
				description={t`Contact the people who run this site.`}
				path="/contact"
				imageUrl={pictureOf('contact')}
			/>
			<header>
				<h1 tabIndex={-1} className="title-event">
					<Trans>Contact</Trans>
				</h1>
				<p className="mt-4 max-w-measure text-lg text-muted">
					<Trans>Your message goes to the people who run this site.</Trans>
				</p>
				<ul className="mt-8 flex flex-col gap-3 text-sm">
					<li>
						<Link to="/help#find-my-ticket" className="link">
							<Trans>Lost your ticket? Find it here</Trans>
						</Link>
					</li>
					<li>
						<Link to="/help" className="link">
							<Trans>Most answers are in the Help Center</Trans>
						</Link>
					</li>
					<li>
						<Link to="/status" className="link">
							<Trans>Is something down? See the status page</Trans>
						</Link>
					</li>
					{supportEmail ? (
						<li className="text-muted">
							<Trans>
								By email:{' '}
								<a className="link" href={`mailto:${supportEmail}`}>
									{supportEmail}
								</a>
							</Trans>
						</li>
					) : null}
				</ul>
				<p className="mt-6 max-w-measure text-sm text-muted">
					<Trans>Questions about an event? Contact its organiser from the event page.</Trans>
				</p>
			</header>
			<div className="rounded-xl border bg-surface p-5 md:p-8">
				{actionData?.isSent ? <Sent /> : <MessageForm answer={actionData} />}
			</div>
		</div>
	);
}

function Sent() {
	return (
		<div className="flex flex-col items-start gap-5">
			<Callout tone="success" title={<Trans>Message received</Trans>} isUrgent className="w-full">
				<Trans>We’ll reply to the email address you gave.</Trans>
			</Callout>
			<ButtonLink to="/help" variant="outline">
				<Trans>Go to the Help Center</Trans>
			</ButtonLink>
		</div>
	);
}

function MessageForm({ answer }: { answer: Exclude<Route.ComponentProps['actionData'], { isSent: true }> }) {
	const { t, i18n } = useLingui();
	const [search] = useSearchParams();
	const isSending = useNavigation().state === 'submitting';
	const typed = answer?.values ?? {};
	const requested = contactTopics.find((topic) => topic === search.get('topic'));
	const errorOf = (name: string) => answer?.errors.find((error) => error.name === name)?.message;
	return (
		<Form method="post" action="/contact" size="lg" {...(answer && { errors: answer.errors })}>
			<TextField
				label={t`Name`}
				name="name"
				autoComplete="name"
				required
				maxLength={100}
				defaultValue={typed.name}
				error={errorOf('name')}
			/>
			<TextField
				label={t`Email`}
				{...emailInputProps}
				hint={t`We’ll reply here.`}
				defaultValue={typed.email}
				error={errorOf('email')}
			/>
			<Select
				label={t`Subject`}
				name="topic"
				defaultValue={typed.topic ?? requested ?? 'question'}
				options={contactTopics.map((topic) => ({ value: topic, label: i18n._(topicNames[topic]) }))}
				error={errorOf('topic')}
			/>
			<TextArea
				label={t`Message`}
				name="message"
				rows={6}
				required
				minLength={10}
				maxLength={5000}
				defaultValue={typed.message}
				error={errorOf('message')}
			/>
			{/* Programs fill every field; people neither see nor reach this one. */}
			<div hidden>
				<input name="website" aria-label={t`Website`} tabIndex={-1} autoComplete="off" defaultValue="" />
			</div>
			<p className="text-compact text-muted">
				<Trans>
					We keep messages for up to {SUPPORT_YEARS} years. See the{' '}
					<Link to="/privacy" className="link">
						privacy policy
					</Link>
					.
				</Trans>
			</p>
			<Button type="submit" size="lg" isLoading={isSending} className="self-start">
				<Trans>Send message</Trans>
			</Button>
		</Form>
	);
}
