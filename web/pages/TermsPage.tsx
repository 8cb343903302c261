import { product } from '../../shared/product.ts'
import { ArticlePage } from '../domain/page/ArticlePage.tsx'

const { name } = product

/** The terms and the privacy policy: long because it is text only. */
export default function TermsPage() {
  return (
    <ArticlePage
      title="Terms and Conditions of Use"
      lead={
        <>
          Eight sections on using {name}, and the <a href="#privacy">privacy policy</a> after them.
        </>
      }
    >
      <section>
        <h2>1. Terms</h2>
        <p>
          By using {name} you agree to these terms and to the laws that apply to you. If you don’t agree with
          any of them, please don’t use the site. What is shown here is protected by copyright and trademark
          law.
        </p>
      </section>
      <section>
        <h2>2. Use License</h2>
        <p>
          You may look at, and keep for yourself, what you find here, for personal and non-commercial use.
          This is permission, not a transfer of rights: each logo belongs to whoever made it, or to their
          client. You may not:
        </p>
        <ul>
          <li>copy or change a logo, or use it for a business of any kind;</li>
          <li>remove a credit or a copyright notice;</li>
          <li>collect logos or names from the site by automatic means;</li>
          <li>share your membership with someone else.</li>
        </ul>
        <p>
          You may upload only what you have the rights to. By uploading, you allow us to show the logo on the
          site and, when it is chosen, to print it in our books with your credit. Everything else about it
          stays yours. This permission to use the site ends when you break these terms.
        </p>
      </section>
      <section>
        <h2>3. Disclaimer</h2>
        <p>
          The site is provided as it is. We make no promises about it, spoken or implied, among them that it
          is fit for a particular purpose or that nothing on it infringes the rights of others.
        </p>
      </section>
      <section>
        <h2>4. Limitations</h2>
        <p>
          Neither {name} nor its suppliers are liable for damages, such as lost data or profit, that come from
          using the site or from not being able to, even if we were told that they might. Where the law does
          not allow such a limit, it does not apply to you.
        </p>
      </section>
      <section>
        <h2>5. Revisions and Errata</h2>
        <p>
          The site may contain technical, typographical or photographic errors. We may correct them at any
          time without notice, but don’t promise when.
        </p>
      </section>
      <section>
        <h2>6. Links</h2>
        <p>
          Members link to sites of their own. We have not read them all and do not answer for what is in them;
          that a link is here does not mean that we recommend where it leads.
        </p>
      </section>
      <section>
        <h2>7. Site Terms of Use Modifications</h2>
        <p>
          We may change these terms at any time. By using the site, you agree to the version shown here at
          that time.
        </p>
      </section>
      <section>
        <h2>8. Governing Law</h2>
        <p>
          Any claim about {name} is governed by the laws of the State of Kansas, without regard to its rules
          on the conflict of laws.
        </p>
      </section>
      <section id="privacy">
        <h2>Privacy Policy</h2>
        <p>Your privacy matters to us. In short:</p>
        <ul>
          <li>We ask only for what a membership needs, and say what it is for when we ask.</li>
          <li>Only you and we can see your address, phone number and email.</li>
          <li>What you publish is public: your company, its place, your logos and comments.</li>
          <li>We do not give your information to third parties for marketing.</li>
          <li>Payments are handled by a payment provider; card numbers never reach us.</li>
          <li>
            One cookie keeps you signed in, another protects what you send. Nothing follows you elsewhere.
          </li>
          <li>We keep information as long as it serves its purpose, and guard it against loss and theft.</li>
        </ul>
      </section>
    </ArticlePage>
  )
}
