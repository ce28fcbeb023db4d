import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Dialog } from '#app/ui/dialog.tsx';
import { Steps } from '#app/ui/steps.tsx';
import { type MailingService, mailingServiceFacts } from '#shared/rules/mailing-services.ts';
import type { ListSettings, ServiceList } from '../api.ts';
import { ChooseStep } from './choose-step.tsx';
import { KeyStep } from './key-step.tsx';

/** Connects a list in two steps: the key, then which of the lists that it reaches. */
export function ConnectDialog(props: {
	organisation: string;
	service: MailingService;
	/** Followers whose consent is confirmed; undefined while it is not known. */
	followers: number | undefined;
	/** @throws what the server refuses */
	onConnect: (body: { service: MailingService; settings: ListSettings; listId: string }) => Promise<void>;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const { organisation, service, onClose } = props;
	const [settings, setSettings] = useState<ListSettings | null>(null);
	const [lists, setLists] = useState<ServiceList[] | null>(null);
	const serviceName = mailingServiceFacts[service].name;
	const steps = [{ label: t`Key` }, { label: t`List` }];
	const isChoosing = settings !== null && lists !== null;
	return (
		<Dialog isOpen size="lg" onClose={onClose} title={t`Connect ${serviceName}`}>
			<div className="flex flex-col gap-5">
				<Steps steps={steps} current={isChoosing ? 1 : 0} />
				{isChoosing ? (
					<ChooseStep
						service={service}
						lists={lists}
						followers={props.followers}
						onBack={() => setLists(null)}
						onChoose={(listId) => props.onConnect({ service, settings, listId })}
					/>
				) : (
					<KeyStep
						organisation={organisation}
						service={service}
						settings={settings}
						onClose={onClose}
						onFound={(found, used) => {
							setSettings(used);
							setLists(found);
						}}
					/>
				)}
			</div>
		</Dialog>
	);
}
