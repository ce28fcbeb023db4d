import { Trans, useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { useRoleLabels } from '#app/lib/role-labels.ts';
import { readUserAgain } from '#app/lib/session.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useLogOut } from '#app/shell/use-log-out.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { DescriptionList } from '#app/ui/description-list.tsx';
import { Form } from '#app/ui/form.tsx';
import { NewPasswordField } from '#app/ui/new-password-field.tsx';
import { PersonNameFields } from '#app/ui/person-name-fields.tsx';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { getInvitation } from '#shared/contracts/team.ts';
import { PASSWORD_LENGTH } from '#shared/rules/passwords.ts';
import { acceptInvitation } from '../api.ts';
import { useRoleDescriptions } from '../role-descriptions.ts';

type Seen = ResultOf<typeof getInvitation>;

interface Props {
	token: string;
	invitation: Seen;
	/** Of whoever is logged in. */
	email: string | null;
	/** @param token of the session of a new account */
	onJoined: (token: string | null) => Promise<void>;
}

/** What an invitation offers, and the one way to accept it that fits whoever looks. */
export function InvitationCard(props: Props) {
	const { t } = useLingui();
	const formats = useFormats();
	const roles = useRoleLabels();
	const descriptions = useRoleDescriptions();
	const zone = useViewerTimeZone() ?? 'UTC';
	const { invitation } = props;
	const { role, events, invitedBy, note, state } = invitation;
	if (state !== 'open') return <Ended state={state} />;
	return (
		<>
			{note ? (
				<blockquote className="border-s-2 ps-4 whitespace-pre-line" dir="auto">
					{note}
				</blockquote>
			) : null}
			<DescriptionList
				facts={[
					...(invitedBy ? [[t`Invited by`, invitedBy] as [string, string]] : []),
					[t`Role`, `${roles[role]}. ${descriptions[role]}`],
					[t`Events`, events ? events.join(', ') : t`All events`],
					[t`Invited`, invitation.address],
					[t`Valid until`, formats.date(invitation.expiresAt, zone)],
				]}
			/>
			{invitation.needsTwoFactorFrom === null ? null : (
				<Callout tone="info">
					<Trans>
						This team requires two-factor authentication (2FA). After joining, set it up with an authenticator
						app in your settings.
					</Trans>
				</Callout>
			)}
			<Accept {...props} />
		</>
	);
}

function Ended({ state }: { state: 'accepted' | 'expired' | 'withdrawn' }) {
	const { t } = useLingui();
	const texts = {
		accepted: t`This invitation was accepted already.`,
		expired: t`This invitation has expired. Ask for a new one.`,
		withdrawn: t`This invitation was revoked. Ask for a new one.`,
	};
	return (
		<>
			<Callout tone="warning">{texts[state]}</Callout>
			<div>
				<ButtonLink to="/dashboard" variant="outline">
					<Trans>Go to the dashboard</Trans>
				</ButtonLink>
			</div>
		</>
	);
}

function Accept({ token, invitation, email, onJoined }: Props) {
	const { t } = useLingui();
	const logOut = useLogOut();
	const { pathname } = useLocation();
	const form = useFormCall({
		labels: {},
		checks: {},
		send: async () => {
			await acceptInvitation(token, {}, { hasBearer: true });
			await readUserAgain();
			await onJoined(null);
		},
	});
	if (email === null) {
		if (!invitation.hasAccount) return <NewAccount token={token} onJoined={onJoined} />;
		return (
			<ButtonLink to={`/login?next=${encodeURIComponent(pathname)}`} size="lg">
				<Trans>Log in to join</Trans>
			</ButtonLink>
		);
	}
	if (!invitation.isYours) {
		return (
			<>
				<Callout tone="warning">
					<Trans>
						This invitation went to {invitation.address}. You’re logged in as {email}. Log in with that
						address or ask for a new one.
					</Trans>
				</Callout>
				<div>
					<Button size="lg" variant="outline" onClick={() => void logOut()}>
						<Trans>Log out</Trans>
					</Button>
				</div>
			</>
		);
	}
	return (
		<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
			<Button type="submit" size="lg" isLoading={form.isPending}>
				{t`Join`}
			</Button>
		</Form>
	);
}

/** Name and password are all that a newcomer needs: the link proves the address. */
function NewAccount({ token, onJoined }: Pick<Props, 'token' | 'onJoined'>) {
	const { t } = useLingui();
	const form = useFormCall({
		labels: { firstName: t`First name`, lastName: t`Last name`, password: t`Password` },
		checks: {
			password: (value) =>
				value.length >= PASSWORD_LENGTH.least ? undefined : t`At least ${PASSWORD_LENGTH.least} characters.`,
		},
		send: async ({ firstName = '', lastName = '', password = '' }) => {
			const joined = await acceptInvitation(token, { firstName, lastName, password }, { hasBearer: false });
			await onJoined(joined.session?.token ?? null);
		},
	});
	return (
		<Form method="post" size="lg" errors={form.summary} onSubmit={form.submit}>
			<PersonNameFields errorOf={form.errorOf} />
			<NewPasswordField error={form.errorOf('password')} />
			<Button type="submit" size="lg" isLoading={form.isPending}>
				<Trans>Create account and join</Trans>
			</Button>
		</Form>
	);
}
