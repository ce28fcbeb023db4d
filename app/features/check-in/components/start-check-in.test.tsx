import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { can, organisationActions, type organisationRoles } from '#shared/rules/permissions.ts';
import { StartCheckIn } from './start-check-in.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function drawFor(role: (typeof organisationRoles)[number]): string {
	const permissions = organisationActions.filter((action) => can(role, action));
	const event = { code: 'AB2C3D', organisation: { permissions } } as unknown as PublicEvent;
	const Stub = createRoutesStub([{ path: '/', Component: () => <StartCheckIn event={event} /> }]);
	return renderToString(
		<I18nProvider i18n={i18n}>
			<Stub />
		</I18nProvider>,
	);
}

test('leads those who may check guests in into the scanner of the event, and nobody else', () => {
	for (const role of ['owner', 'check_in'] as const)
		expect(drawFor(role)).toContain('href="/qr-scanner/AB2C3D"');
	for (const role of ['marketing', 'finance'] as const) expect(drawFor(role)).not.toContain('Start check-in');
});
