import { expect, test } from 'vitest';
import { requirementText } from './requirement-texts.ts';

const textOf = (code: string) => String(requirementText(code).message);

test.each([
	['identity.business_details.registered_name', /registered name/],
	['identity.business_details.address.line1', /address/],
	['configuration.merchant.external_account', /bank account/],
	['identity.individual.documents.primary_verification', /document/],
	['identity.individual.given_name', /full name/],
	['identity.individual.date_of_birth.day', /date of birth/],
	['identity.business_details.id_numbers', /registration number/],
	['identity.attestations.terms_of_service.account', /terms/],
	['defaults.profile.business_url', /what you sell/],
	// Names of an earlier version of the provider's API.
	['company.tax_id', /registration number/],
	['external_account', /bank account/],
	['tos_acceptance.date', /terms/],
])('%s is a sentence', (code, expected) => {
	expect(textOf(code)).toMatch(expected);
});

test('of an unknown code nothing is shown but that there is a question', () => {
	for (const code of ['something.new_2027', '', 'person_1Nv0FGQ9RKHgCVdK'])
		expect(textOf(code)).toMatch(/another question/);
});
