import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as api from '../../../shared/api.ts'
import { createDesigner, createLogo } from '../../../tests/factories.ts'
import { refusal, startTestServer, type TestServer, untilWindowLasts } from '../../../tests/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function member(overrides: Parameters<typeof createDesigner>[1] = {}) {
  const designer = await createDesigner(server.db, overrides)
  return { ...designer, client: await server.signIn(designer) }
}

const address = {
  phone: '212-555-0123',
  streetAddress: '1 Quoin Street',
  suite: '',
  addressLocality: 'Lawrence',
  addressRegion: 'KS',
  postalCode: '66044',
  country: 'US',
}

describe('contact info', () => {
  test('is written by the form’s field names and read by the record’s', async () => {
    const { client, email } = await member()
    const saved = await client.call(api.account.updateContactInfo, { email, ...address, suite: 'Floor 2' })
    expect(saved).toEqual({
      email,
      phone: '212-555-0123',
      address1: '1 Quoin Street',
      address2: 'Floor 2',
      city: 'Lawrence',
      state: 'KS',
      zip: '66044',
      country: 'US',
      pending_email: null,
    })
    expect(await client.call(api.account.contactInfo, {})).toEqual(saved)
  })

  test('uses the record’s names where both are sent, and clears a suite that is left out', async () => {
    const { client, email } = await member({ address2: 'Before' })
    const saved = await client.call(api.account.updateContactInfo, {
      email,
      phone: address.phone,
      country: 'SE',
      streetAddress: 'lost',
      addressLocality: 'lost',
      addressRegion: 'lost',
      postalCode: 'lost',
      address1: 'Hamngatan 1',
      city: 'Stockholm',
      state: 'Stockholm',
      zip: '111 47',
    })
    expect(saved).toMatchObject({ address1: 'Hamngatan 1', address2: '', city: 'Stockholm', zip: '111 47' })
  })

  test.each([
    ['email', '', 'Email is required'],
    ['email', 'nobody', 'Email is not valid'],
    ['email', `${'x'.repeat(250)}@example.com`, 'At most 254 characters, please.'],
    ['phone', '', 'Phone is required'],
    ['phone', '12345', 'Phone number is not valid'],
    ['phone', '+46 1', 'Phone number is not valid'],
    ['streetAddress', ' ', 'Address is required'],
    ['addressLocality', '', 'City is required'],
    ['addressRegion', '', 'State is required'],
    ['postalCode', '', 'ZIP is required'],
    ['country', '', 'Country is required'],
    ['country', 'XX', 'Choose a country from the list.'],
  ])('refuses %s %j', async (field, value, message) => {
    const { client, email } = await member()
    const { status, body } = await refusal(
      client.call(api.account.updateContactInfo, { email, ...address, [field]: value }),
    )
    expect([status, body.errors]).toEqual([400, { [field]: message }])
  })

  test('accepts C2 for China, and an international number', async () => {
    const { client, email } = await member()
    const input = { email, ...address, country: 'C2', phone: '+86 10 6552 9988' }
    expect(await client.call(api.account.updateContactInfo, input)).toMatchObject({ country: 'C2' })
  })

  test('writes no other column', async () => {
    const { client, email, designer_id, slug } = await member()
    await client.send({
      method: 'PUT',
      url: '/api/designers/contact-info',
      body: { email, ...address, role: 'admin', slug: 'taken-over', designer_id: 1, username: 'root' },
    })
    const row = await server.db
      .selectFrom('designer')
      .where('designer_id', '=', designer_id)
      .select(['role', 'slug', 'city'])
      .executeTakeFirst()
    expect(row).toEqual({ role: 'member', slug, city: 'Lawrence' })
  })
})

const facts = { first_name: 'Robin', last_name: 'Vale', company: 'Rook' }

test.each(['juror', 'moderator', 'support', 'chair', 'admin'] as const)(
  'a %s without a membership saves contact info and profile, a lapsed member neither',
  async role => {
    const [worker, lapsed] = [
      await member({ role, membership: 'none' }),
      await member({ membership: 'lapsed' }),
    ]
    const save = ({ client, email }: typeof worker) => [
      client.call(api.account.updateContactInfo, { email, ...address, suite: 'Desk' }),
      client.call(api.account.updateProfile, { ...facts, last_name: 'Desk' }),
    ]
    expect(await Promise.all(save(worker))).toMatchObject([{ address2: 'Desk' }, { last_name: 'Desk' }])
    for (const refused of await Promise.all(save(lapsed).map(refusal)))
      expect(refused).toMatchObject({ status: 403, body: { code: 'membership_required' } })
  },
)

describe('the profile', () => {
  test('reserves its logos from training until its designer allows it; left out, the choice stays', async () => {
    const { client, designer_id } = await member()
    const { logo_id } = await createLogo(server.db, { designer_id })
    const told = async () => (await server.visit().call(api.logos.find, { logo_id })).data[0]!.training
    expect(await told()).toBe('0')
    expect((await client.call(api.account.updateProfile, { ...facts, training: '1' })).training).toBe('1')
    expect(await told()).toBe('1')
    expect((await client.call(api.account.updateProfile, facts)).training).toBe('1')
    const refused = await refusal(
      client.call(api.account.updateProfile, { ...facts, training: 'maybe' as '1' }),
    )
    expect(refused).toMatchObject({ status: 400, body: { errors: { training: expect.any(String) } } })
    await client.call(api.account.updateProfile, { ...facts, training: '0' })
    expect(await told()).toBe('0')
  })

  test('is replaced as a whole; the slug stays', async () => {
    const { client, slug } = await member()
    const saved = await client.call(api.account.updateProfile, {
      ...facts,
      company: 'Owl & Sons',
      company_description: 'Two lines\nof text',
      url: 'www.owl.example',
      twitter: 'https://x.com/owl',
    })
    expect(saved).toMatchObject({
      slug,
      company: 'Owl & Sons',
      company_description: 'Two lines\nof text',
      url: 'www.owl.example',
      twitter: 'https://x.com/owl',
      facebook: '',
      first_name: 'Robin',
      avatar_url: '',
    })
    expect(await client.call(api.designers.findProfile, {})).toEqual(saved)
    expect(await client.call(api.auth.check, {})).toMatchObject({ company: 'Owl & Sons' })
  })

  test('with a company name like another’s is saved with a warning', async () => {
    const { client } = await member()
    await createDesigner(server.db, { company: 'Tess Ohara' })
    const company = 'T\u0435ss Ohara'
    const saved = await client.call(api.account.updateProfile, { ...facts, company })
    expect(saved).toMatchObject({ company, warnings: { company: 'Another designer is called this, too.' } })
    const own = { ...facts, company: `${saved.slug} & Daughter` }
    for (let i = 0; i < 2; i++)
      expect((await client.call(api.account.updateProfile, own)).warnings).toBeUndefined()
  })

  test.each([
    ['first_name', '', 'First Name is required'],
    ['last_name', ' ', 'Last Name is required'],
    ['company', '', 'Company is required'],
    ['company_description', 'x'.repeat(2001), 'At most 2000 characters, please.'],
    ['url', 'javascript:alert(1)', 'Enter a web address, such as example.com'],
    ['url', 'not a site', 'Enter a web address, such as example.com'],
    ['facebook', 'facebook.com/owl', 'Enter the full address, beginning with https://'],
    ['twitter', '@owl', 'Enter the full address, beginning with https://'],
    ['instagram', 'data:text/html,x', 'Enter the full address, beginning with https://'],
    ['dribbble', 'javascript:alert(1)', 'Enter the full address, beginning with https://'],
    ['behance', 'ftp://behance.net/owl', 'Enter the full address, beginning with https://'],
  ])('with %s %j is refused', async (field, value, message) => {
    const { client } = await member()
    const { status, body } = await refusal(
      client.call(api.account.updateProfile, { ...facts, [field]: value }),
    )
    expect([status, body.errors]).toEqual([400, { [field]: message }])
  })

  test('ignores unknown fields', async () => {
    const { client, designer_id, slug, email, username } = await member()
    const answer = await client.send({
      method: 'PUT',
      url: '/api/designers/profile',
      body: {
        ...facts,
        slug: 'x',
        email: 'x@example.com',
        username: 'x-x',
        role: 'admin',
        logo_ct: 99,
        avatar: 'a'.repeat(32),
        password_hash: 'x',
        designer_id: 1,
        member_since: '2001-01-01',
        closed_at: '2001-01-01',
      },
    })
    expect(answer.statusCode).toBe(200)
    const row = await server.db
      .selectFrom('designer')
      .where('designer_id', '=', designer_id)
      .select(['slug', 'email', 'username', 'role', 'logo_ct', 'avatar', 'closed_at', 'company'])
      .executeTakeFirst()
    expect(row).toEqual({
      slug,
      email,
      username,
      role: 'member',
      logo_ct: 0,
      avatar: null,
      closed_at: null,
      company: 'Rook',
    })
  })
})

describe('the avatar', () => {
  const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp', width = 300, height = 200) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .toFormat(format)
      .toBuffer()
  const nameOf = (url: string) => url.slice(1)

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'with %s of any shape becomes a square of 512',
    async format => {
      const { client } = await member()
      const avatar_base64 = (await picture(format)).toString('base64')
      const { avatar_url } = await client.call(api.account.updateProfile, { ...facts, avatar_base64 })
      expect(avatar_url).toMatch(/^\/images\/[0-9a-f]{32}-avatar\.webp$/)
      const served = await client.send({ method: 'GET', url: avatar_url })
      expect(served.headers['content-type']).toBe('image/webp')
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({
        width: 512,
        height: 512,
        format: 'webp',
      })
      expect(await client.call(api.auth.check, {})).toMatchObject({ avatar: avatar_url })
    },
  )

  test('stays if none is sent, is replaced by a new one and removed by null; the old files are deleted', async () => {
    const { client } = await member()
    const put = async (avatar_base64?: string | null) =>
      (await client.call(api.account.updateProfile, { ...facts, avatar_base64 })).avatar_url
    const data = `data:image/png;base64,${(await picture('png')).toString('base64')}`
    const first = await put(data)
    expect(await put()).toBe(first)
    expect(await put('')).toBe(first)
    const second = await put(data)
    expect(second).not.toBe(first)
    expect(await server.files.has(nameOf(first))).toBe(false)
    expect(await server.files.has(nameOf(second))).toBe(true)
    expect(await put(null)).toBe('')
    expect(await server.files.has(nameOf(second))).toBe(false)
  })

  test('from a rotated photograph is upright and cropped to its middle', async () => {
    const { client } = await member()
    const half = (background: string) => ({
      create: { width: 150, height: 100, channels: 3 as const, background },
    })
    // Red left, blue right; EXIF says to turn it a quarter to the right, so red comes to the top.
    const photograph = await sharp({ create: { width: 300, height: 100, channels: 3, background: 'red' } })
      .composite([{ input: half('blue'), left: 150, top: 0 }])
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { avatar_url } = await client.call(api.account.updateProfile, {
      ...facts,
      avatar_base64: photograph.toString('base64'),
    })
    const { data } = await sharp(await server.files.get(nameOf(avatar_url)))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3)]
    const [red, , blueOfTop] = at(256, 20)
    expect([red! > 200, blueOfTop! < 60]).toEqual([true, true])
    expect(at(256, 490)[2]).toBeGreaterThan(200)
  })

  test('shared by two designers stays for the other', async () => {
    const shared = 'b'.repeat(32)
    await server.files.put(`images/${shared}-avatar.webp`, await picture('webp'))
    await member({ avatar: shared })
    const { client } = await member({ avatar: shared })
    await client.call(api.account.updateProfile, { ...facts, avatar_base64: null })
    expect(await server.files.has(`images/${shared}-avatar.webp`)).toBe(true)
  })

  test('changed by eight concurrent requests is exactly one of them, and its files exist', async () => {
    const { client, designer_id } = await member()
    const data = (await picture('png')).toString('base64')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        client.call(api.account.updateProfile, { ...facts, avatar_base64: data }),
      ),
    )
    expect(answers).toHaveLength(8)
    const { avatar } = await server.db
      .selectFrom('designer')
      .where('designer_id', '=', designer_id)
      .select('avatar')
      .executeTakeFirstOrThrow()
    expect(await server.files.has(`images/${avatar}-avatar.webp`)).toBe(true)
  })

  test.each([
    ['text', Buffer.from('hello'), 'File must be a JPG, PNG, GIF or WebP image.'],
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'File must be a JPG, PNG, GIF or WebP image.',
    ],
    ['5 MB', Buffer.alloc(5_000_000), 'File size must be < 5MB'],
  ])('as %s is refused', async (_, bytes, message) => {
    const { client } = await member()
    const refused = await refusal(
      client.call(api.account.updateProfile, { ...facts, avatar_base64: bytes.toString('base64') }),
    )
    expect(refused).toMatchObject({ status: 400, body: { errors: { avatar_base64: message } } })
  })

  test('as half a picture, or with too many pixels, is refused', async () => {
    const { client } = await member()
    const noise = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 99, sigma: 40 },
      },
    })
      .png()
      .toBuffer()
    const vast = await picture('png', 4000, 4000)
    for (const [bytes, message] of [
      [noise.subarray(0, 9000), 'File must be a JPG, PNG, GIF or WebP image.'],
      [vast, 'The image must have fewer than 16 million pixels: 4000 x 3000, for example.'],
    ] as const) {
      const refused = await refusal(
        client.call(api.account.updateProfile, { ...facts, avatar_base64: bytes.toString('base64') }),
      )
      expect(refused).toMatchObject({ status: 400, body: { errors: { avatar_base64: message } } })
    }
  })

  test('can be changed twenty times an hour; the rest of the profile without a limit', async () => {
    await untilWindowLasts(3600)
    const { client } = await member()
    const avatar_base64 = (await picture('png', 20, 20)).toString('base64')
    const change = (overrides: object = {}) =>
      client.call(api.account.updateProfile, { ...facts, ...overrides })
    for (let i = 0; i < 20; i++) await change({ avatar_base64 })
    expect((await refusal(change({ avatar_base64 }))).status).toBe(429)
    expect((await change()).avatar_url).not.toBe('')
    const other = await member()
    await other.client.call(api.account.updateProfile, { ...facts, avatar_base64 })
  })

  test('in a body over 8 MB gets the message about the picture’s size', async () => {
    const { client } = await member()
    const refused = await refusal(
      client.call(api.account.updateProfile, { ...facts, avatar_base64: 'A'.repeat(8_100_000) }),
    )
    expect(refused).toMatchObject({
      status: 413,
      body: { errors: { avatar_base64: 'File size must be < 5MB' } },
    })
  })
})

describe('profile logos', () => {
  async function withLogos(n: number) {
    const designer = await member()
    const ids = []
    for (let i = 0; i < n; i++)
      ids.push((await createLogo(server.db, { designer_id: designer.designer_id })).logo_id)
    const chosen = async () =>
      (
        await designer.client.call(api.designers.profileLogos, { designer_id: designer.designer_id })
      ).data.map(logo => logo.logo_id)
    return { ...designer, ids, chosen }
  }

  test('keep their order, and may be empty', async () => {
    const { client, ids, chosen } = await withLogos(4)
    const wanted = [ids[2]!, ids[0]!, ids[3]!]
    expect(await client.call(api.account.setProfileLogos, wanted)).toBe('Updated')
    expect(await chosen()).toEqual(wanted)
    await client.call(api.account.setProfileLogos, wanted.toReversed())
    expect(await chosen()).toEqual(wanted.toReversed())
    await client.call(api.account.setProfileLogos, [])
    expect(await chosen()).toEqual([])
  })

  test('with an eleventh or a repeated one are refused with a message, and nothing changes', async () => {
    const { client, ids, chosen } = await withLogos(11)
    await client.call(api.account.setProfileLogos, ids.slice(0, 10))
    const eleven = await refusal(client.call(api.account.setProfileLogos, ids))
    expect(eleven).toMatchObject({
      status: 400,
      body: {
        error: 'Only 10 profile logos are allowed.',
        errors: { body: 'Only 10 profile logos are allowed.' },
      },
    })
    const twice = await refusal(client.call(api.account.setProfileLogos, [ids[0]!, ids[0]!]))
    expect(twice).toMatchObject({
      status: 400,
      body: { errors: { body: 'This logo is already in your profile logos.' } },
    })
    expect(await chosen()).toEqual(ids.slice(0, 10))
  })

  test('of another designer, or unknown, give 404, and nothing changes', async () => {
    const { client, ids, chosen } = await withLogos(2)
    await client.call(api.account.setProfileLogos, [ids[0]!])
    const other = await createLogo(server.db)
    for (const id of [other.logo_id, 2_000_000_000]) {
      const refused = await refusal(client.call(api.account.setProfileLogos, [ids[1]!, id]))
      expect(refused).toMatchObject({ status: 404, body: { error: 'Logo not found' } })
    }
    expect(await chosen()).toEqual([ids[0]])
  })

  test('changed by forty concurrent requests equal exactly one of the choices, in its order', async () => {
    const { client, ids, chosen } = await withLogos(20)
    const wishes = Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 10 }, (_, j) => ids[(i * 3 + j * 7) % 20]!),
    )
    const answers = await Promise.all(wishes.map(wish => client.call(api.account.setProfileLogos, wish)))
    expect(new Set(answers)).toEqual(new Set(['Updated']))
    const left = await chosen()
    expect(left).toHaveLength(10)
    expect(wishes).toContainEqual(left)
  })

  test('chosen while logos are deleted never cause a server error', async () => {
    const { client, ids } = await withLogos(12)
    const work = ids.map((id, i) =>
      i % 3
        ? client.call(api.account.setProfileLogos, ids.slice(0, 10)).catch((error: { status: number }) => {
            if (error.status !== 404) throw error
          })
        : server.db.deleteFrom('logo').where('logo_id', '=', id).execute(),
    )
    await Promise.all(work)
  })

  test('are chosen from all logos of the designer', async () => {
    const { client, ids } = await withLogos(25)
    const { data, count } = await client.call(api.logos.find, { designer_id: 'me', page_size: 'all' })
    expect(data.map(logo => logo.logo_id)).toEqual(ids.toReversed())
    expect(count).toBe(25)
  })
})
