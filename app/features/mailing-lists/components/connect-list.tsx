import { Plural, Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { Callout } from '#app/ui/callout.tsx';
import { Icon } from '#app/ui/icon.tsx';
import {
	type MailingService,
	mailingServiceFacts,
	mailingServices,
	mostMailingLists,
} from '#shared/rules/mailing-services.ts';
import { useServiceTexts } from '../labels.ts';

/** An organisation, as the screens of mailing lists need it. */
export interface ConnectingOrganisation {
	id: string;
	isSandbox: boolean;
	/** Whether followers may be seen, without which no list is connected. */
	seesFollowers: boolean;
}

/** The services to connect, or why none can be. */
export function ConnectList(props: {
	organisation: ConnectingOrganisation;
	connected: number;
	onPick: (service: MailingService) => void;
}) {
	const { organisation, connected, onPick } = props;
	const id = useId();
	if (organisation.isSandbox)
		return (
			<Callout>
				<Trans>
					A sandbox can’t be connected to a mailing list: the service would email real people. Connect it in
					your organisation.
				</Trans>
			</Callout>
		);
	if (!organisation.seesFollowers)
		return (
			<Callout>
				<Trans>
					You need the right to see followers to connect a list. Ask an owner or admin of your organisation.
				</Trans>
			</Callout>
		);
	if (connected >= mostMailingLists)
		return (
			<p className="text-sm text-muted">
				<Plural
					value={mostMailingLists}
					one="You have # mailing list, the most that can be connected. Disconnect it to connect another."
					other="You have # mailing lists, the most that can be connected. Disconnect one to connect another."
				/>
			</p>
		);
	return (
		<div className="flex flex-col gap-2">
			<h3 id={id} className="text-sm font-medium">
				{connected > 0 ? (
					<Trans>Connect another list</Trans>
				) : (
					<Trans>No mailing lists yet. Choose a service to connect</Trans>
				)}
			</h3>
			<ServicePicker labelledBy={id} onPick={onPick} />
		</div>
	);
}

/** The services as cards that are buttons. */
function ServicePicker(props: {
	/** The heading above. */
	labelledBy: string;
	onPick: (service: MailingService) => void;
}) {
	const texts = useServiceTexts();
	return (
		<ul aria-labelledby={props.labelledBy} className="grid gap-2 sm:grid-cols-3">
			{mailingServices.map((service) => (
				<li key={service} className="flex">
					<button
						type="button"
						onClick={() => props.onPick(service)}
						className="flex min-h-11 w-full flex-col gap-0.5 rounded-lg border border-edge bg-surface p-3 text-start text-sm transition-colors hover:border-control"
					>
						<span className="flex items-center gap-1.5 font-medium">
							<Icon icon={Plus} />
							{mailingServiceFacts[service].name}
						</span>
						<span className="text-compact text-muted">{texts[service]}</span>
					</button>
				</li>
			))}
		</ul>
	);
}
