//! The host's certificate, made at its first start, and the line that trusts one certificate and no other.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, ServerConfig, SignatureScheme};

use crate::lots::hex;

/// A certificate with its key.
pub(crate) struct Identity {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl Identity {
    /// That of a folder, made if there is none yet; for this run alone if there is no folder.
    pub(crate) fn of(folder: Option<&Path>) -> Result<Self, String> {
        let Some(folder) = folder else { return Self::fresh() };
        let paths = ["certificate.der", "key.der"].map(|name| folder.join(name));
        let failed = |error: io::Error| format!("The certificate in {} cannot be used: {error}.", folder.display());
        match [fs::read(&paths[0]), fs::read(&paths[1])] {
            [Ok(certificate), Ok(key)] => Ok(Self { certificate, key }),
            [Err(error), _] | [_, Err(error)] if error.kind() != io::ErrorKind::NotFound => Err(failed(error)),
            _ => {
                let fresh = Self::fresh()?;
                fs::create_dir_all(folder).map_err(failed)?;
                // The key first: a certificate without its key would look like one that was there already.
                write_secret(&paths[1], &fresh.key).map_err(failed)?;
                fs::write(&paths[0], &fresh.certificate).map_err(failed)?;
                Ok(fresh)
            }
        }
    }

    fn fresh() -> Result<Self, String> {
        let failed = |error: rcgen::Error| format!("No certificate could be made: {error}.");
        let made = rcgen::generate_simple_self_signed([NAME.to_owned()]).map_err(failed)?;
        Ok(Self { certificate: made.cert.der().to_vec(), key: made.signing_key.serialize_der() })
    }

    /// Its SHA-256 in hexadecimal.
    pub(crate) fn fingerprint(&self) -> String {
        fingerprint(&self.certificate)
    }

    pub(crate) fn server(&self) -> Result<Arc<ServerConfig>, String> {
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.key.clone()));
        let chain = vec![CertificateDer::from(self.certificate.clone())];
        let failed =
            |error: Error| format!("The certificate cannot be used: {error}. Take it away, and a new one is made.");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(failed)?
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .map_err(failed)?;
        Ok(Arc::new(config))
    }
}

/// The name in every host's certificate: who it is, the fingerprint says.
pub(crate) const NAME: &str = "pointman";

/// Writes a file that its owner alone reads; it is on the disk when this returns.
pub(crate) fn write_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()
}

pub(crate) fn fingerprint(certificate: &[u8]) -> String {
    use rustls::crypto::hash::HashAlgorithm;
    let suite = ring::cipher_suite::TLS13_AES_128_GCM_SHA256.tls13();
    let hash = suite.map(|suite| suite.common.hash_provider);
    debug_assert!(hash.is_none_or(|hash| hash.algorithm() == HashAlgorithm::SHA256));
    hash.map_or_else(String::new, |hash| hex(hash.hash(certificate).as_ref()))
}

/// The settings of a line to a host whose certificate has this fingerprint. Without one any machine is believed, for
/// any may answer any words; who has sat down so holds to the certificate that was shown then.
pub(crate) fn client(pinned: Option<String>) -> Result<Arc<ClientConfig>, String> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("No encrypted line is to be had: {error}."))?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Pinned { print: pinned, provider }))
        .with_no_client_auth();
    Ok(Arc::new(config))
}

#[derive(Debug)]
struct Pinned {
    print: Option<String>,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        match &self.print {
            Some(print) if *print != fingerprint(end_entity) => {
                Err(Error::InvalidCertificate(CertificateError::ApplicationVerificationFailure))
            }
            _ => Ok(ServerCertVerified::assertion()),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_made_once_and_its_key_is_for_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let first = Identity::of(Some(folder.path())).unwrap();
        let again = Identity::of(Some(folder.path())).unwrap();
        assert_eq!(first.fingerprint(), again.fingerprint());
        assert_eq!(first.fingerprint().len(), 64);
        assert_ne!(first.fingerprint(), Identity::of(None).unwrap().fingerprint());
        assert!(again.server().is_ok());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join("key.der")).unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0);
        }
    }
}
