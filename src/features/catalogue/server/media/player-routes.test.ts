import { expect, test } from 'vitest';
import { setUpApi } from '#test/set-up-api.ts';

const api = setUpApi();

const PREFERENCES = { speed: 1.25, muted: true, captions: false };

test('the server sets the cookie of the player’s preferences, which outlasts a script’s', async () => {
  const { status, headers } = await api.visitor().put('/api/player-preferences', PREFERENCES);
  expect(status).toBe(204);
  const cookie = [headers['set-cookie']].flat().find((line) => line?.startsWith('stillwater_player='));
  expect(decodeURIComponent(cookie ?? '')).toContain(JSON.stringify(PREFERENCES));
  expect(cookie).toMatch(/Max-Age=34560000/);
  expect(cookie).not.toMatch(/HttpOnly/i);
});

test('the language of captions is stored when it was chosen', async () => {
  const { headers } = await api.visitor().put('/api/player-preferences', { ...PREFERENCES, language: 'es' });
  expect(decodeURIComponent([headers['set-cookie']].flat().join())).toContain('"language":"es"');
});

test.each([
  { ...PREFERENCES, language: 'x'.repeat(36) },
  { ...PREFERENCES, speed: 3 },
  { ...PREFERENCES, muted: 'yes' },
  {},
])('preferences that no player has are refused: %j', async (body) => {
  const { status, headers } = await api.visitor().put('/api/player-preferences', body);
  expect(status).toBe(400);
  expect([headers['set-cookie']].flat().join()).not.toContain('stillwater_player');
});
