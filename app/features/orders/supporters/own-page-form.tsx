import { Trans, useLingui } from '@lingui/react/macro';
import { publicApi } from '#app/lib/public-api.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { toast } from '#app/ui/toast-store.ts';
import { type OwnPage, updateOwnPage } from '#shared/contracts/supporter-pages.ts';
import { goalOf, PageFields, TeamSelect } from './page-fields.tsx';

/** What a page says and aims at, changed by its owner over the version that they read. */
export function OwnPageForm(props: { token: string; page: OwnPage; onSaved: (page: OwnPage) => void }) {
	const { t } = useLingui();
	const { token, page, onSaved } = props;
	const { currency, kind, event } = page;
	const form = useFormCall({
		labels: { name: t`Name`, goalMinor: t`Goal`, story: t`Story`, teamId: t`Team` },
		checks: {
			name: (typed) => (typed.trim() === '' ? t`Enter a name.` : undefined),
			goalMinor: (typed) => (goalOf(typed, currency) === null ? t`Enter an amount.` : undefined),
		},
		async send({ name = '', goalMinor, story = '', teamId = '' }) {
			const saved = await publicApi.call(updateOwnPage, {
				params: { pageToken: token },
				body: {
					name,
					goalMinor: goalOf(goalMinor, currency) ?? 0,
					story,
					...(kind === 'page' && { teamId: teamId || null }),
				},
				ifMatch: `"${page.version}"`,
				hasBearer: false,
			});
			toast({ variant: 'success', description: t`Saved` });
			onSaved(saved);
		},
	});
	return (
		<section aria-labelledby="edit-page" className="flex flex-col gap-4">
			<h2 id="edit-page" className="text-lg font-medium">
				{kind === 'team' ? <Trans>Edit team</Trans> : <Trans>Edit page</Trans>}
			</h2>
			<Form id="own-page" method="post" className="needs-script" errors={form.summary} onSubmit={form.submit}>
				<PageFields form={form} kind={kind} currency={currency} page={page} />
				{kind === 'page' ? (
					<TeamSelect eventId={event.id} team={page.team} error={form.errorOf('teamId')} />
				) : null}
				<Button type="submit" isLoading={form.isPending} className="self-start">{t`Save`}</Button>
			</Form>
			<noscript>
				<p className="text-sm text-muted">
					<Trans>To change your page, turn on JavaScript.</Trans>
				</p>
			</noscript>
		</section>
	);
}
