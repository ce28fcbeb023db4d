import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { Icon } from '#app/ui/icon.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { type MailingService, mailingServiceFacts } from '#shared/rules/mailing-services.ts';
import type { ListSettings } from '../api.ts';
import { useSettingTexts } from '../labels.ts';

/** What a service asks for to reach an account, and where its documentation says how a key is made. */
export function SettingFields(props: {
	service: MailingService;
	/** What is filled in already. */
	settings: ListSettings | null;
	errorOf: (name: string) => string | undefined;
}) {
	const { service, errorOf } = props;
	const texts = useSettingTexts(service);
	const { asksFor, keyHelp, name: serviceName } = mailingServiceFacts[service];
	return (
		<>
			{asksFor.map((name) => (
				<TextField
					key={name}
					name={name}
					label={texts[name].label}
					hint={texts[name].hint}
					error={errorOf(name)}
					type={name === 'apiKey' ? 'password' : 'text'}
					inputMode={name === 'address' ? 'url' : undefined}
					defaultValue={props.settings?.[name]}
					maxLength={name === 'user' ? 100 : 500}
					autoComplete="off"
					autoCapitalize="none"
					spellCheck={false}
					dir="ltr"
				/>
			))}
			<p className="text-sm">
				<a
					href={keyHelp}
					target="_blank"
					rel="noreferrer"
					className="link inline-flex min-h-11 items-center gap-1.5"
				>
					<Trans>How to get a key at {serviceName}</Trans>
					<Icon icon={ExternalLink} size={16} />
				</a>
			</p>
		</>
	);
}
