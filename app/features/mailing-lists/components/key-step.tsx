import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { PlanHint } from '#app/shell/plan-hint.tsx';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { type MailingService, mailingServiceFacts } from '#shared/rules/mailing-services.ts';
import { findServiceLists, type ListSettings, type ServiceList } from '../api.ts';
import { atFields, useSettingsForm } from '../service-form.ts';
import { SettingFields } from './setting-fields.tsx';

/** The first step: the settings of an account, tried by asking for its lists. A service that is slow can be given up. */
export function KeyStep(props: {
	organisation: string;
	service: MailingService;
	/** What was entered before, after a step back. */
	settings: ListSettings | null;
	onFound: (lists: ServiceList[], settings: ListSettings) => void;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { organisation, service } = props;
	const asking = useRef<AbortController | null>(null);
	const box = useRef<HTMLFormElement>(null);
	const isBack = props.settings !== null;
	useEffect(() => {
		// The step that was gone back from took the focus with it.
		if (isBack) box.current?.querySelector('input')?.focus();
		return () => asking.current?.abort();
	}, [isBack]);
	const form = useSettingsForm(service, async (settings) => {
		const abort = new AbortController();
		asking.current = abort;
		try {
			props.onFound(await findServiceLists(organisation, { service, settings }, abort.signal), settings);
		} catch (error) {
			if (!abort.signal.aborted) throw atFields(error);
		}
	});
	return (
		<Form ref={box} method="post" errors={form.summary} onSubmit={form.submit} autoComplete="off">
			<PlanHint organisation={organisation} need="hasIntegrations" />
			<SettingFields service={service} settings={props.settings} errorOf={form.errorOf} />
			{form.isPending ? <Waiting service={service} /> : <span role="status" className="sr-only" />}
			<div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
				{form.isPending ? (
					<Button variant="outline" onClick={() => asking.current?.abort()}>{t`Stop`}</Button>
				) : (
					<Button variant="outline" onClick={props.onClose}>{t`Cancel`}</Button>
				)}
				<Button type="submit" isLoading={form.isPending}>{t`Find lists`}</Button>
			</div>
		</Form>
	);
}

/** After this long a service counts as slow. */
const SLOW_MS = 4_000;

/** Which service is called, and that it takes long once it does. */
export function Waiting({ service }: { service: MailingService }) {
	const [isSlow, setIsSlow] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
		return () => clearTimeout(timer);
	}, []);
	const { name } = mailingServiceFacts[service];
	return (
		<p role="status" className="text-sm text-muted">
			{isSlow ? <Trans>{name} is slow to respond. Still waiting…</Trans> : <Trans>Asking {name}…</Trans>}
		</p>
	);
}
